import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { Box, Button } from '@mui/material';
import { allocateCommission } from '@perktree/contracts/commission/registry';
import type { RuleChoice } from '@perktree/contracts/commission/rule';
import type { TreeRow } from '@perktree/contracts/qr/answers';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Deeper levels are not indented further: a phone is too narrow for 32 indents. */
const INDENTED_LEVELS = 4;

/** A row of a tree at its level, with a button that shows or hides its descendants. */
export function TreeBranch(props: {
  level: number;
  childCount: number;
  /** Undefined: without a button. */
  isOpen?: boolean | undefined;
  onToggle?: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('qr');
  const { isOpen } = props;
  const level = Math.min(props.level, INDENTED_LEVELS);
  return (
    <Box
      sx={{
        py: 0.5,
        ml: { xs: level * 2, sm: level * 3.5 },
        ...(level > 0 && { pl: { xs: 1, sm: 2 }, borderLeft: 2, borderColor: 'primary.light' }),
      }}
    >
      {props.children}
      {isOpen !== undefined && (
        <Button
          size="small"
          startIcon={isOpen ? <ExpandLess /> : <ExpandMore />}
          aria-expanded={isOpen}
          onClick={props.onToggle}
          sx={{ mt: 0.5 }}
        >
          {isOpen ? t('tree.fold') : t('tree.unfold', { count: props.childCount })}
        </Button>
      )}
    </Box>
  );
}

/** The example sale, in the currency's major unit. */
export const EXAMPLE_SALE = '100';

export interface ExampleSplit {
  /** Amount that each QR earns, by id. Without unclaimed QRs, which earn nothing. */
  readonly shares: ReadonlyMap<string, string>;
  /** Total commission of the sale; null if QRs above the path may earn, too. */
  readonly pool: string | null;
}

/**
 * Splits a sale of 100 with the last QR of a path.
 * @param path from the caller's topmost QR down. Earnings of QRs above it do not affect these shares
 */
export function splitOf(path: readonly TreeRow[], rule: RuleChoice): ExampleSplit {
  const top = path[0];
  if (top === undefined) return { shares: new Map(), pool: null };
  // A rule may depend on the depth below the root, which a distributor may not read.
  const above = Array.from({ length: top.depth }, (_, n) => ({ qrId: `above ${n}`, ownerId: null, percent: '0' }));
  const below = path.map((qr) => ({
    qrId: qr.id,
    ownerId: qr.isClaimed ? qr.id : null,
    percent: qr.commissionPercent,
  }));
  const { shares, pool } = allocateCommission(rule, [...above, ...below], EXAMPLE_SALE, top.currency);
  return { shares: new Map(shares.map(({ qrId, amount }) => [qrId, amount])), pool: top.depth === 0 ? pool : null };
}
