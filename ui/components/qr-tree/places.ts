import type { TreeRow } from '@perktree/contracts/http/qr-answers';

type Placed = Pick<TreeRow, 'id' | 'parentQrId' | 'level' | 'childCount'>;

/** Where rows of trees stand among the rows with the same parent. */
export class Places {
  private readonly positions = new Map<string, number>();
  private readonly sizes = new Map<string, number>();

  /** Takes in the loaded rows. Rows of pages that were dropped keep their place. */
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

  /** @param tops how many rows the top has; -1: unknown */
  of(row: Placed, tops: number): { position: number; size: number } {
    const size = row.level === 0 ? tops : (this.sizes.get(row.parentQrId ?? '') ?? -1);
    return { position: this.positions.get(row.id) ?? 1, size };
  }
}

const parentOf = ({ level, parentQrId }: Placed) => (level === 0 ? '' : (parentQrId ?? ''));
