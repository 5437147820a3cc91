import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import UploadOutlined from '@mui/icons-material/UploadOutlined';
import { Box, Button, FormHelperText, Stack, Typography } from '@mui/material';
import {
  MAX_PICTURE_BYTES,
  PICTURE_TYPES,
  PICTURES_PATH,
  type PictureAnswer,
  pictureUrl,
} from '@perktree/contracts/brand/picture-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { validationIssue } from '@perktree/contracts/kernel/validation-issues';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { ApiError, errorText } from '../lib/api-error.ts';
import { fieldIssueText } from '../lib/forms/fields.ts';
import { errorOf, receivedBody, send } from '../lib/public/http.ts';
import { queryKeyOf } from '../lib/use-api.ts';

/** Sends a picture. @throws ApiError */
async function uploadPicture(file: File): Promise<PictureAnswer> {
  if (file.size > MAX_PICTURE_BYTES) {
    // Not sent: the server closes the connection of a body of some megabytes, and the browser would report that it is unreachable.
    const issue = validationIssue('picture', 'PICTURE_TOO_LARGE', { max: MAX_PICTURE_BYTES });
    throw new ApiError(413, issue.message, issue.message, 'BODY_TOO_LARGE', [issue]);
  }
  const response = await send(PICTURES_PATH, {
    method: 'POST',
    headers: { 'Content-Type': file.type === '' ? 'application/octet-stream' : file.type },
    body: file,
  });
  if (!response.ok) throw await errorOf(response);
  return receivedBody(response.json());
}

/** The error text for a refused picture: the issue of the picture itself, if the refusal has one. */
function pictureProblem(error: unknown): string {
  const issue = error instanceof ApiError ? error.issues[0] : undefined;
  return issue ? fieldIssueText(issue) : errorText(error);
}

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
