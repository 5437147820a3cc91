import ContentCopy from '@mui/icons-material/ContentCopy';
import { Box, Button, Stack } from '@mui/material';
import { copyText } from '../lib/clipboard.ts';
import { useToast } from '../lib/toast.tsx';

/** A text that people copy, such as a key. */
export function CopiedText(props: { text: string; label: string; copied: string; failed: string }) {
  const toast = useToast();
  const copy = async () => {
    try {
      await copyText(props.text);
      toast({ title: props.copied });
    } catch {
      toast({ title: props.failed, variant: 'destructive' });
    }
  };
  return (
    <Stack spacing={1.5} sx={{ alignItems: 'flex-start' }}>
      <Box component="code" sx={{ overflowWrap: 'anywhere', fontWeight: 700 }}>
        {props.text}
      </Box>
      <Button variant="outlined" startIcon={<ContentCopy />} onClick={copy}>
        {props.label}
      </Button>
    </Stack>
  );
}
