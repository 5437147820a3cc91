import type { ProjectionsAnswer, ProjectionTable } from '@perktree/contracts/operation/projection-calls';
import type { Listing } from '../engine/rebuild/list.ts';

/** Converts a listing to JSON: positions as strings of digits, times in ISO 8601. */
export function projectionsAnswerOf({ head, tables, operation, leaders }: Listing): ProjectionsAnswer {
  return {
    head: `${head}`,
    tables: tables.map(({ name, position, behind, updatedAt, ...table }) => ({
      ...table,
      name: name as ProjectionTable['name'],
      position: `${position}`,
      behind: `${behind}`,
      updatedAt: updatedAt.toISOString(),
    })),
    operation: operation && {
      what: operation.what,
      holder: operation.holder,
      startedAt: operation.startedAt.toISOString(),
      underWay: operation.underWay,
      endedAt: operation.endedAt?.toISOString() ?? null,
      progress: operation.progress,
      error: operation.error,
    },
    leaders: [...leaders],
  };
}
