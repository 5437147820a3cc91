import {
  Checkbox,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormHelperText,
  FormLabel,
  Typography,
} from '@mui/material';
import { KEY_SCOPES, type KeyScope } from '@perktree/contracts/kernel/scopes';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SCOPE_TEXT } from './scope-text.ts';

/** A checkbox with an explanation for each scope of a key. */
export function ScopesField(props: {
  scopes: readonly KeyScope[];
  onChange: (scopes: readonly KeyScope[]) => void;
  error: string | undefined;
}) {
  const { t } = useTranslation('api-keys');
  const { scopes, onChange } = props;
  const id = useId();
  const toggle = (scope: KeyScope, isChosen: boolean) =>
    onChange(isChosen ? [...scopes, scope] : scopes.filter((one) => one !== scope));
  return (
    <FormControl component="fieldset" error={props.error !== undefined}>
      <FormLabel component="legend">{t('createDialog.scopes')}</FormLabel>
      <FormGroup>
        {KEY_SCOPES.map((scope) => (
          <FormControlLabel
            key={scope}
            sx={{ minHeight: 44, py: 0.5 }}
            control={
              <Checkbox
                checked={scopes.includes(scope)}
                onChange={(_, isChosen) => toggle(scope, isChosen)}
                slotProps={{
                  input: { 'aria-labelledby': `${id}-${scope}`, 'aria-describedby': `${id}-${scope}-help` },
                }}
              />
            }
            label={
              <>
                <span id={`${id}-${scope}`}>{t(`scope.${SCOPE_TEXT[scope]}`)}</span>
                <Typography
                  component="span"
                  variant="body2"
                  id={`${id}-${scope}-help`}
                  sx={{ display: 'block', color: 'text.secondary' }}
                >
                  {t(`scopeHelp.${SCOPE_TEXT[scope]}`)}
                </Typography>
              </>
            }
          />
        ))}
      </FormGroup>
      {props.error && <FormHelperText role="alert">{props.error}</FormHelperText>}
    </FormControl>
  );
}
