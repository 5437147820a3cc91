import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { Box, Button } from '@mui/material';
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
