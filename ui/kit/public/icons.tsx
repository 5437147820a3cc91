const SHAPES = {
  close: <path d="M6 6l12 12M18 6L6 18" />,
  check: <path d="M4 12.5l5.5 5.5L20 7" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v5l3.5 2" />
    </>
  ),
  gift: <path d="M4 11h16v9H4zM3 7h18v4H3zM12 7v13M12 7S11 3 8.5 3.5 8 7 12 7zm0 0s1-4 3.5-3.5S16 7 12 7z" />,
  qr: <path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 18v2" />,
  person: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4 20c1-4 4-6 8-6s7 2 8 6" />
    </>
  ),
  shop: (
    <path d="M4 10v10h16V10M3 10l2-6h14l2 6c0 2-3 2.500-4.500 0-1.500 2.500-4.500 2.500-4.500 0 0 2.500-3 2.500-4.500 0C6 12.500 3 12 3 10zM10 20v-5h4v5" />
  ),
  warning: <path d="M12 3l10 18H2zM12 10v5M12 18v.5" />,
  growth: <path d="M4 18l6-6 4 4 6-8M15 8h5v5" />,
} as const;

export function Icon({ name }: { name: keyof typeof SHAPES }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {SHAPES[name]}
    </svg>
  );
}
