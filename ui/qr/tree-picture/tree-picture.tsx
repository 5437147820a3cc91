import { Box } from '@mui/material';
import { joined } from '@perktree/contracts/kernel/isolated';
import { personName } from '@perktree/contracts/kernel/person-name';
import type { TreeRow } from '@perktree/contracts/qr/answers';
import type { TFunction } from 'i18next';
import { type KeyboardEvent, type PointerEvent, type RefObject, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatNumber, formatPercent } from '../../lib/format.ts';
import { NODE, type Placed, type TreeLayout } from '../shared/tree/layout.ts';

/** Text for the distributor who earns with a QR. Names are shown only if the user may see them. */
export function ownerOf(row: TreeRow, t: TFunction<'tree-picture'>, language: string): string {
  if (!row.isClaimed) return t('unclaimed');
  if (row.claimedBy) return personName(row.claimedBy.name, language);
  return row.isMine ? t('you') : t('otherOwner');
}

/**
 * Keys of the tree: up and down move between QRs, right opens a QR or enters it, left closes it or goes to its parent. Home
 * and End go to the ends. Enter and space choose a QR.
 */
function usePictureKeys(props: {
  readonly layout: TreeLayout;
  readonly frame: RefObject<HTMLElement | null>;
  readonly isOpen: (row: TreeRow) => boolean | null;
  readonly onToggle: (row: TreeRow) => void;
}) {
  const { nodes } = props.layout;
  const [chosen, setCurrent] = useState(0);
  const current = Math.min(chosen, nodes.length - 1);
  const focus = (index: number) => {
    const node = nodes[index];
    if (!node) return;
    setCurrent(index);
    props.frame.current?.querySelector<SVGElement>(`[data-node="${node.row.id}"]`)?.focus();
  };
  function onKeyDown(event: KeyboardEvent): void {
    const node = nodes[current];
    if (!node || event.altKey || event.ctrlKey || event.metaKey) return;
    const open = props.isOpen(node.row);
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focus(current + 1),
      ArrowUp: () => focus(current - 1),
      Home: () => focus(0),
      End: () => focus(nodes.length - 1),
      ArrowRight: () => (open === false ? props.onToggle(node.row) : open ? focus(current + 1) : undefined),
      ArrowLeft: () => (open && node.row.level > 0 ? props.onToggle(node.row) : focus(node.parent ?? current)),
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }
  return { current, setCurrent, onKeyDown };
}

/** Scrolls a frame by dragging with the mouse. Touch, wheel and keys scroll it natively. */
function usePanning(frame: RefObject<HTMLElement | null>) {
  const start = useRef<{ x: number; y: number; left: number; top: number } | null>(null);
  const end = () => {
    start.current = null;
  };
  return {
    onPointerDown(event: PointerEvent) {
      const box = frame.current;
      if (event.pointerType !== 'mouse' || event.button !== 0 || !box) return;
      start.current = { x: event.clientX, y: event.clientY, left: box.scrollLeft, top: box.scrollTop };
    },
    onPointerMove(event: PointerEvent) {
      const from = start.current;
      if (from === null) return;
      frame.current?.scrollTo(from.left + from.x - event.clientX, from.top + from.y - event.clientY);
    },
    onPointerUp: end,
    onPointerLeave: end,
  };
}

/** Maximum number of characters in a line of a node. */
const LINE_LENGTH = 26;
/** The same for the owner's name, which shares its line with the percentage. */
const OWNER_LENGTH = 18;

interface Props {
  readonly layout: TreeLayout;
  readonly zoom: number;
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly isOpen: (row: TreeRow) => boolean | null;
  readonly onToggle: (row: TreeRow) => void;
  /** Path from the root to the chosen QR; null if none is chosen. */
  readonly chosen: readonly TreeRow[] | null;
  readonly onChoose: (row: TreeRow) => void;
  /** Amount that a QR earns from the example sale; null for nothing. */
  readonly shareOf: (row: TreeRow) => string | null;
}

/** A tree drawn from left to right, with the keys of a tree (WAI-ARIA Authoring Practices). */
export function TreePicture(props: Props) {
  const { t } = useTranslation('tree-picture');
  const { layout, zoom, frame, chosen } = props;
  const panning = usePanning(frame);
  const keys = usePictureKeys(props);
  const onPath = new Set(chosen?.map(({ id }) => id));
  const edges = layout.nodes.filter(({ parent }) => parent !== null);
  const edgeOf = ({ x, y, parent }: Placed) => {
    const from = layout.nodes[parent ?? 0];
    if (from === undefined) return '';
    const startX = from.x + NODE.width;
    const middle = startX + NODE.gapX / 2;
    return `M${startX} ${from.y + NODE.height / 2}C${middle} ${from.y + NODE.height / 2} ${middle} ${y + NODE.height / 2} ${x} ${y + NODE.height / 2}`;
  };
  const isOnPath = ({ row }: Placed) => onPath.has(row.id);
  /** Padding for buttons at the edge and thick lines. */
  const pad = 18;
  return (
    <Box
      ref={frame}
      role="tree"
      aria-label={t('picture')}
      onKeyDown={keys.onKeyDown}
      {...panning}
      sx={{
        overflow: 'auto',
        maxHeight: '70vh',
        border: 1,
        borderColor: 'divider',
        borderRadius: '12px',
        bgcolor: 'background.default',
        p: 1,
        cursor: 'grab',
        '@media print': {
          overflow: 'visible',
          maxHeight: 'none',
          border: 0,
          '& svg': { width: '100%', height: 'auto' },
        },
      }}
    >
      <svg
        role="presentation"
        viewBox={`${-pad} ${-pad} ${layout.width + 2 * pad} ${layout.height + 2 * pad}`}
        width={(layout.width + 2 * pad) * zoom}
        height={(layout.height + 2 * pad) * zoom}
        style={{ display: 'block' }}
      >
        <g fill="none">
          <path
            d={edges
              .filter((node) => !isOnPath(node))
              .map(edgeOf)
              .join('')}
            stroke="var(--colour-chart-soft)"
            strokeWidth="2"
          />
          <path d={edges.filter(isOnPath).map(edgeOf).join('')} stroke="var(--colour-primary)" strokeWidth="4" />
        </g>
        {layout.nodes.map((node, index) => (
          <Node
            key={node.row.id}
            node={node}
            isChosen={chosen?.at(-1)?.id === node.row.id}
            isOnPath={isOnPath(node)}
            share={props.shareOf(node.row)}
            open={props.isOpen(node.row)}
            tabIndex={index === keys.current ? 0 : -1}
            onFocus={() => keys.setCurrent(index)}
            onChoose={() => props.onChoose(node.row)}
            onToggle={() => props.onToggle(node.row)}
          />
        ))}
      </svg>
    </Box>
  );
}

function Node(props: {
  node: Placed;
  isChosen: boolean;
  isOnPath: boolean;
  share: string | null;
  open: boolean | null;
  tabIndex: number;
  onFocus: () => void;
  onChoose: () => void;
  onToggle: () => void;
}) {
  const { t, i18n } = useTranslation('tree-picture');
  const id = useId();
  const { row, x, y } = props.node;
  const share = props.share === null ? null : formatMoney(props.share, row.currency, i18n.language);
  const owner = ownerOf(row, t, i18n.language);
  const redemptions = t('redemptions', {
    count: row.totalRedemptions,
    number: formatNumber(row.totalRedemptions, i18n.language),
  });
  const percent = `${formatPercent(row.commissionPercent, i18n.language)}%`;
  const canToggle = props.open !== null && row.level > 0;
  return (
    <g
      id={id}
      data-node={row.id}
      role="treeitem"
      aria-label={joined(
        [row.name, owner, percent, share === null ? t('earnsNothing') : t('earns', { amount: share }), redemptions],
        ', ',
      )}
      aria-level={row.level + 1}
      aria-selected={props.isChosen}
      {...(props.open !== null && { 'aria-expanded': props.open })}
      tabIndex={props.tabIndex}
      transform={`translate(${x} ${y})`}
      onFocus={props.onFocus}
      onClick={({ target }) => ((target as Element).closest('[data-toggle]') ? props.onToggle() : props.onChoose())}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        props.onChoose();
      }}
      style={{ cursor: 'pointer', fontSize: 13 }}
    >
      <rect
        width={NODE.width}
        height={NODE.height}
        rx="10"
        fill={row.isClaimed ? 'var(--colour-surface)' : 'var(--colour-neutral-soft)'}
        stroke={props.isOnPath ? 'var(--colour-primary)' : 'var(--colour-chart-soft)'}
        strokeWidth={props.isChosen ? 4 : props.isOnPath ? 3 : 1.5}
        strokeDasharray={row.isClaimed ? undefined : '5 4'}
      />
      <text x="12" y="22" fill="var(--colour-text)" fontWeight="700">
        {cut(row.name, LINE_LENGTH)}
      </text>
      <text x="12" y="42" fill="var(--colour-text-soft)">
        {cut(owner, OWNER_LENGTH)}
      </text>
      <text x={NODE.width - 18} y="42" fill="var(--colour-text-soft)" textAnchor="end">
        {percent}
      </text>
      <text x="12" y="63" fill="var(--colour-primary-dark)" fontWeight="700">
        {share ?? '–'}
      </text>
      <text x={NODE.width - 18} y="63" fill="var(--colour-text-soft)" textAnchor="end">
        {redemptions}
      </text>
      {canToggle && (
        // For pointers only: the keyboard uses the keys of the tree.
        <g data-toggle transform={`translate(${NODE.width} ${NODE.height / 2})`}>
          <circle r="14" fill="var(--colour-primary)" />
          <text y="4.5" fill="var(--colour-on-primary)" textAnchor="middle" fontWeight="700">
            {props.open ? '−' : row.childCount > 99 ? '99+' : row.childCount}
          </text>
        </g>
      )}
    </g>
  );
}

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
