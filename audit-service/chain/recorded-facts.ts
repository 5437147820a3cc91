import { CLOCK_MARKS_TABLE } from '@perktree/contracts/catalogue/read-models';
import { withEffectiveTimes } from '@perktree/event-store/effective-time/effective-clock';
import type { StoredEvent } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import type { RecordedLeaves } from './recorded-leaves.ts';
import type { SegmentSpan } from './segments.ts';
import { chainSpanOf, widened } from './span.ts';

/**
 * Compares what statements take from the record beside hashes: effective times, the last position and the times of a segment,
 * and the marks from which the bounds of a period are found.
 */
export class RecordedFacts {
  private at: string | undefined;
  private span: SegmentSpan | null | undefined;
  private marks: Map<string, string> | undefined;

  constructor(private readonly pool: Pool) {}

  /** @param recorded null: the event came since the last record */
  async misfit(event: StoredEvent, recorded: RecordedLeaves | null): Promise<'clock' | 'segment' | null> {
    this.marks ??= await marksOf(this.pool, event);
    const [timed] = withEffectiveTimes([event], this.at);
    this.at = timed?.effectiveAt;
    const mark = this.marks.get(`${event.position}`);
    if (mark !== undefined && mark !== this.at) return 'clock';
    if (recorded === null) return null;
    if (recorded.clock !== null && recorded.clock !== this.at) return 'clock';
    const own = chainSpanOf([event]);
    this.span = this.span === undefined ? own : widened(this.span, own);
    if (recorded.end === null) return null;
    const { lastPosition, span } = recorded.end;
    // A segment without times was recorded before there were any.
    const isSame = span === null || (span.earliest === this.span?.earliest && span.latest === this.span.latest);
    this.span = undefined;
    return lastPosition === event.position && isSame ? null : 'segment';
  }
}

/** By position. Those of another log, and of a product whose read models were never made, are none of this store's. */
async function marksOf(pool: Pool, { eventId, position }: StoredEvent): Promise<Map<string, string>> {
  const { rows: tables } = await pool.query('SELECT to_regclass($1) IS NOT NULL AS exists', [CLOCK_MARKS_TABLE]);
  if (!tables[0]?.exists) return new Map();
  const { rows } = await pool.query<{ position: string; at: Date }>(
    `SELECT position::text, at FROM ${CLOCK_MARKS_TABLE} WHERE log = $1`,
    [`${eventId}@${position}`],
  );
  return new Map(rows.map((row) => [row.position, row.at.toISOString()]));
}
