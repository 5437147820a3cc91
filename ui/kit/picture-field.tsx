import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import UploadOutlined from '@mui/icons-material/UploadOutlined';
import { Box, Button, FormHelperText, Stack, Typography } from '@mui/material';
import { PICTURE_TYPES, type PictureAnswer, pictureUrl } from '@perktree/contracts/brand/picture-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { queryKeyOf } from '../lib/query-client.ts';
import { pictureProblem, uploadPicture } from '../lib/upload-picture.ts';

/** A picture that the owner uploads, with a preview. */
export function PictureField(props: {
  label: string;
  help: string;
  chooseLabel: string;
  removeLabel: string;
  /** Empty for no picture. */
  hash: string;
  onChange: (hash: string) => void;
}) {
  const { label, help, hash, onChange } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const upload = useMutation({
    mutationFn: uploadPicture,
    onSuccess: (picture: PictureAnswer) => {
      onChange(picture.hash);
      void client.invalidateQueries({ queryKey: queryKeyOf(calls.listPictures) });
    },
  });
  return (
    <Stack spacing={1} role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-help`}>
      <Typography id={`${id}-label`} variant="body2" sx={{ fontWeight: 600 }}>
        {label}
      </Typography>
      <Stack direction="row" useFlexGap spacing={2} sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        {hash !== '' && (
          <Box
            component="img"
            src={pictureUrl(hash)}
            alt=""
            sx={{ width: 64, height: 64, objectFit: 'contain', border: 1, borderColor: 'divider', borderRadius: 2 }}
          />
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept={PICTURE_TYPES.join(',')}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) upload.mutate(file);
            // Allow choosing the same file again.
            target.value = '';
          }}
        />
        <Button
          variant="outlined"
          startIcon={<UploadOutlined />}
          loading={upload.isPending}
          onClick={() => input.current?.click()}
        >
          {props.chooseLabel}
        </Button>
        {hash !== '' && (
          <Button color="inherit" startIcon={<DeleteOutlined />} onClick={() => onChange('')}>
            {props.removeLabel}
          </Button>
        )}
      </Stack>
      <FormHelperText id={`${id}-help`} error={upload.isError} role={upload.isError ? 'alert' : undefined}>
        {upload.isError ? pictureProblem(upload.error) : help}
      </FormHelperText>
    </Stack>
  );
}
