import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { Box, Button } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BranchProps } from './branch-props.ts';
import { countBelow } from './forest.ts';
import { QrRow } from './qr-row.tsx';

/** Specification 9: three levels are shown; what lies deeper is there by expanding. */
const SHOWN_LEVELS = 3;
/** From here on, deeper levels are not moved to the right any more: a phone has no room for 32 of them. */
const INDENTED_LEVELS = 4;

/** A QR and what is below it. */
export function QrBranch({ node, level, rights, onDialog }: BranchProps) {
  const { t } = useTranslation('qr-management');
  const folds = node.children.length > 0 && level + 1 >= SHOWN_LEVELS;
  const [expanded, setExpanded] = useState(false);
  const id = useId();
  return (
    <Box component="li" sx={{ minWidth: 0 }}>
      <QrRow node={node} level={level} rights={rights} onDialog={onDialog} />
      {folds && (
        <Button
          size="small"
          startIcon={expanded ? <ExpandLess /> : <ExpandMore />}
          aria-expanded={expanded}
          aria-controls={id}
          onClick={() => setExpanded((before) => !before)}
          sx={{ mt: 0.5 }}
        >
          {expanded ? t('row.fold') : t('row.unfold', { count: countBelow(node) })}
        </Button>
      )}
      {node.children.length > 0 && (!folds || expanded) && (
        <Box
          component="ul"
          id={id}
          sx={{
            listStyle: 'none',
            m: 0,
            mt: 1,
            pl: level < INDENTED_LEVELS ? { xs: 1.25, sm: 2.5 } : 0,
            ml: level < INDENTED_LEVELS ? { xs: 0.75, sm: 1.5 } : 0,
            borderLeft: level < INDENTED_LEVELS ? 2 : 0,
            borderColor: 'primary.light',
            display: 'grid',
            gap: 1,
            gridTemplateColumns: 'minmax(0, 1fr)',
          }}
        >
          {node.children.map((child) => (
            <QrBranch key={child.qr.id} node={child} level={level + 1} rights={rights} onDialog={onDialog} />
          ))}
        </Box>
      )}
    </Box>
  );
}
