import type { TreeRow } from '@perktree/contracts/qr/answers';

type Placed = Pick<TreeRow, 'id' | 'parentQrId' | 'level' | 'childCount'>;

/** Positions of tree rows among their siblings. */
export class Places {
  private readonly positions = new Map<string, number>();
  private readonly sizes = new Map<string, number>();

  /** Updates positions from the loaded rows. Rows of dropped pages keep theirs. */
  take(rows: readonly Placed[], startsAtTop: boolean): void {
    if (startsAtTop) this.positions.clear();
    const counts = new Map<string, number>();
    for (const row of rows) {
      const parent = parentOf(row);
      const before = counts.get(parent);
      const position = before === undefined ? (this.positions.get(row.id) ?? 1) : before + 1;
      counts.set(parent, position);
      this.positions.set(row.id, position);
      this.sizes.set(row.id, row.childCount);
    }
  }

  /** @param tops number of roots; -1 if unknown */
  of(row: Placed, tops: number): { position: number; size: number } {
    const size = row.level === 0 ? tops : (this.sizes.get(row.parentQrId ?? '') ?? -1);
    return { position: this.positions.get(row.id) ?? 1, size };
  }
}

const parentOf = ({ level, parentQrId }: Placed) => (level === 0 ? '' : (parentQrId ?? ''));
