export function BrandMark({ size = 32 }: { size?: number }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      aria-hidden="true"
      style={{ flex: 'none', color: 'var(--colour-primary)' }}
    >
      <rect width="32" height="32" rx="8" fill="currentColor" />
      <path
        d="M16 12v7M9 19v-4h14v4"
        fill="none"
        stroke="var(--colour-on-primary)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="M13 6h6v6h-6zM6 19h6v6H6zM13 19h6v6h-6zM20 19h6v6h-6z" fill="var(--colour-on-primary)" />
    </svg>
  );
}
