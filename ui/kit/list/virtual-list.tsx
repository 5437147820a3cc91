import { Box } from '@mui/material';
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import {
  type FocusEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { usePrinting } from '../../lib/printing.ts';
import type { LoadedList } from '../../lib/use-api.ts';
import { ListFooter } from './list-footer.tsx';
import { firstControl, type TreeRows, useTreeKeys } from './tree-rows.ts';
import { useRestoredPlace, useScrollMemory } from './use-scroll-memory.ts';

interface RowLayout {
  /** Distance of the list from the top of the page, CSS pixels. */
  readonly top: number;
  readonly columns: number;
}

/**
 * Where a list begins, and how many cards fit beside each other.
 * @param cards minimum width of a card, CSS pixels; undefined for one column
 * @param gap between cards, CSS pixels
 */
function useRowLayout(list: RefObject<HTMLElement | null>, cards: number | undefined, gap: number): RowLayout {
  const [layout, setLayout] = useState<RowLayout>({ top: 0, columns: 1 });
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current === null) return;
      const box = list.current.getBoundingClientRect();
      const top = Math.round(box.top + window.scrollY);
      const columns = cards === undefined ? 1 : Math.max(1, Math.floor((box.width + gap) / (cards + gap)));
      setLayout((before) => (before.top === top && before.columns === columns ? before : { top, columns }));
    };
    measure();
    // Content above the list that grows or shrinks moves the list and changes the height of the page.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list, cards, gap]);
  return layout;
}

/**
 * Moves the focus from a list's footer to the first row that loads next. Otherwise it would be lost with the footer's button,
 * or stay behind the new rows. Does nothing if the user has moved the focus elsewhere.
 * @param container the list; its rows have `data-row`, their index
 * @returns call it with the index of the row to wait for
 */
function useAwaitedRow(
  container: RefObject<HTMLElement | null>,
  footer: RefObject<HTMLElement | null>,
): (index: number) => void {
  const awaited = useRef<number | null>(null);
  useEffect(() => {
    if (awaited.current === null) return;
    const row = container.current?.querySelector<HTMLElement>(`[data-row="${awaited.current}"]`);
    if (!row) return;
    awaited.current = null;
    const { activeElement } = document;
    // The footer's button is gone after the last page, and the focus with it.
    if (activeElement === document.body || footer.current?.contains(activeElement)) {
      // A reader may have scrolled away while the page was loading.
      firstControl(row)?.focus({ preventScroll: true });
    }
  });
  return (index) => {
    awaited.current = index;
  };
}

/** The next page is requested when this few loaded rows are left below the visible ones. */
const NEAR = 5;
/** Rows that load by scrolling. Later ones need a click, so that content below a long list can be reached. */
const ROWS_BY_SCROLLING = 200;
/** Space between cards, CSS pixels. */
const GAP = 16;

export interface VirtualListProps<Item> {
  readonly list: LoadedList<Item>;
  /** Names the list for screen readers; unique on its page. */
  readonly label: string;
  readonly keyOf: (item: Item) => string;
  /** Typical height of an item, CSS pixels: the scroll bar's until the item is measured. */
  readonly height: number;
  /** Minimum width of a card, CSS pixels. Left out: one item a line, with a divider between. */
  readonly cards?: number | undefined;
  /** Rows that load by scrolling; later ones load by a button. 0 for a short list beside other panels. */
  readonly rowsByScrolling?: number | undefined;
  /** Whether a line stands between items that are not cards; default true. */
  readonly lines?: boolean | undefined;
  /** Makes the list a tree: a treegrid whose rows open and close. */
  readonly tree?: TreeRows<Item> | undefined;
  /** Renders an item. Keep it stable (module function or useCallback), so that scrolling does not render shown items again. */
  readonly children: (item: Item) => ReactNode;
}

/**
 * Renders only the loaded rows near the visible area. Loads the next page when the end of the list comes near, and says how
 * many rows are not shown. A focused row stays in the document.
 */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { phase } = usePrinting();
  return phase === 'paper' ? <PrintedList {...props} /> : <ListOnScreen {...props} />;
}

/** All loaded rows, so that each is on paper. */
function PrintedList<Item>(props: VirtualListProps<Item>) {
  const { list, label, keyOf, cards, lines = cards === undefined, children } = props;
  return (
    <>
      <Box
        role="list"
        aria-label={label}
        sx={
          cards === undefined
            ? {}
            : {
                display: 'grid',
                gap: `${GAP}px`,
                gridTemplateColumns: `repeat(auto-fill, minmax(min(${cards}px, 100%), 1fr))`,
              }
        }
      >
        {(list.items ?? []).map((item) => (
          <Box
            key={keyOf(item)}
            role="listitem"
            sx={{ minWidth: 0, breakInside: 'avoid', ...(lines && { borderBottom: 1, borderColor: 'divider' }) }}
          >
            {children(item)}
          </Box>
        ))}
      </Box>
      <ListFooter list={list} />
    </>
  );
}

function ListOnScreen<Item>(props: VirtualListProps<Item>) {
  const { list, keyOf, label, tree, rowsByScrolling = ROWS_BY_SCROLLING } = props;
  const { items = [], firstIndex } = list;
  const container = useRef<HTMLDivElement>(null);
  const { top, columns } = useRowLayout(container, props.cards, GAP);
  const end = firstIndex + items.length;
  const lines = Math.ceil(end / columns);
  const [focused, setFocused] = useState<Item | null>(null);
  const [maxByScrolling, setMaxByScrolling] = useState(rowsByScrolling);

  // Measured heights stay known by these keys when rows are dropped.
  const keys = useRef<string[]>([]);
  for (const [n, item] of items.entries()) keys.current[firstIndex + n] = keyOf(item);
  // New rows may have changed its index.
  const focusedIndex = focused === null ? -1 : keys.current.indexOf(keyOf(focused));
  const itemAt = (index: number): Item | undefined =>
    items[index - firstIndex] ?? (focused !== null && index === focusedIndex ? focused : undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new items have new heights
  const getItemKey = useCallback((line: number) => keys.current[line * columns] ?? line, [items, columns]);
  const focusedLine = Math.floor(focusedIndex / columns);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range);
      if (focusedLine < 0 || focusedLine >= range.count || shown.includes(focusedLine)) return shown;
      return [...shown, focusedLine].sort((a, b) => a - b);
    },
    [focusedLine],
  );
  const [restored] = useState(useRestoredPlace(label));
  const virtualizer = useWindowVirtualizer({
    count: lines,
    estimateSize: () => props.height,
    getItemKey,
    rangeExtractor,
    overscan: 6,
    gap: props.cards === undefined ? 0 : GAP,
    scrollMargin: top,
    ...(restored ? { initialMeasurementsCache: restored.rows, initialOffset: restored.offset } : {}),
  });
  useScrollMemory(label, virtualizer, restored);

  const { range } = virtualizer;
  const footer = useRef<HTMLDivElement>(null);
  const awaitRow = useAwaitedRow(container, footer);
  const loadMore = () => {
    setMaxByScrolling(end + rowsByScrolling);
    list.loadMore();
  };
  useEffect(() => {
    if (range === null || list.isLoading || list.error) return;
    if (range.startIndex * columns < firstIndex + NEAR && firstIndex > 0) list.loadPrevious();
    else if ((range.endIndex + 1) * columns > end - NEAR && list.hasMore && end < maxByScrolling) list.loadMore();
  });

  const onFocus = ({ target }: FocusEvent) => {
    const place = target.closest('[data-row]')?.getAttribute('data-row');
    const item = place ? itemAt(Number(place)) : undefined;
    if (item !== undefined) setFocused(item);
  };
  /** The row that gets the focus after the footer: a Tab can leave a row before the next one is drawn. */
  const nextOf = (left: Element | null) => {
    const place = left?.closest('[data-row]')?.getAttribute('data-row');
    const next = Number(place ?? end) + 1;
    return next < end && !container.current?.querySelector(`[data-row="${next}"]`) ? next : end;
  };
  const treeKeys = useTreeKeys(tree, { container, items, firstIndex }, (index) => virtualizer.scrollToIndex(index));
  const size = list.total ?? (list.hasMore ? -1 : end);
  return (
    <>
      <Box
        ref={container}
        role={tree ? 'treegrid' : 'list'}
        aria-label={label}
        aria-busy={list.isOutdated}
        onFocus={onFocus}
        onKeyDown={treeKeys.onKeyDown}
        style={{ position: 'relative', height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ key, index: line, start }) => (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={line}
            role="presentation"
            style={{
              position: 'absolute',
              top: start - top,
              width: '100%',
              ...(columns > 1 && { display: 'grid', columnGap: GAP, gridTemplateColumns: `repeat(${columns}, 1fr)` }),
            }}
          >
            {Array.from({ length: columns }, (_, n) => line * columns + n).map((index) => {
              const item = itemAt(index);
              if (item === undefined) return null;
              return (
                <Box
                  key={keyOf(item)}
                  data-row={index}
                  {...(tree ? treeKeys.rowProps(item, index) : listItem(index, size))}
                  sx={{
                    minWidth: 0,
                    ...(props.cards === undefined &&
                      props.lines !== false &&
                      index < end - 1 && { borderBottom: 1, borderColor: 'divider' }),
                  }}
                >
                  <Rendered
                    item={item}
                    isCell={tree !== undefined}
                    render={props.children as (item: unknown) => ReactNode}
                  />
                </Box>
              );
            })}
          </div>
        ))}
      </Box>
      <Box ref={footer} onFocus={({ relatedTarget }) => awaitRow(nextOf(relatedTarget))}>
        <ListFooter list={list} onMore={loadMore} />
      </Box>
    </>
  );
}

const listItem = (index: number, size: number) => ({
  role: 'listitem',
  'aria-setsize': size,
  'aria-posinset': index + 1,
});

const CELL = { role: 'gridcell' };

const Rendered = memo(function Rendered(props: {
  item: unknown;
  isCell: boolean;
  render: (item: unknown) => ReactNode;
}) {
  const content = props.render(props.item);
  return props.isCell ? <div {...CELL}>{content}</div> : content;
});
