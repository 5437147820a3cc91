import ContentCopy from '@mui/icons-material/ContentCopy';
import { Box, Button, Stack } from '@mui/material';
import { useCopy } from '../lib/clipboard.ts';

/** A text with a copy button, such as a key. */
export function CopiedText(props: { text: string; label: string; copied: string; failed: string }) {
  const copy = useCopy();
  return (
    <Stack spacing={1.5} sx={{ alignItems: 'flex-start' }}>
      <Box component="code" sx={{ overflowWrap: 'anywhere', fontWeight: 700 }}>
        {props.text}
      </Box>
      <Button
        variant="outlined"
        startIcon={<ContentCopy />}
        onClick={() => copy(props.text, { title: props.copied }, { title: props.failed })}
      >
        {props.label}
      </Button>
    </Stack>
  );
}
