import { LOGIN_INTENTS, type LoginIntent } from '@perktree/contracts/account/calls';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@perktree/contracts/kernel/languages';
import { createContext, type InputHTMLAttributes, type ReactNode, useContext, useEffect, useId, useState } from 'react';
import { BrandMark } from '../../kit/brand-mark.tsx';
import { PublicConfirmDialog } from '../../kit/public/confirm-dialog.tsx';
import { Icon } from '../../kit/public/icons.tsx';
import { errorText, isRefusal } from '../../lib/api-error.ts';
import { afterKeyPress, EMAIL_INPUT } from '../../lib/forms/fields.ts';
import type { Translate } from '../../lib/public/words.ts';
import type english from '../../locales/en/accounts.json';
import { CookiesRefused } from './account-calls.ts';
import type { AccountFormState as Form } from './use-account-form.ts';
import { useAccountQuery } from './use-account-query.ts';

interface AccountPage {
  readonly t: Translate<typeof english>;
  readonly language: Language;
  readonly brand: string;
  /** Without a reload: typed text stays. */
  readonly chooseLanguage: (language: Language) => void;
  /** The server rendered the page for a visitor without a session. False if unknown. */
  readonly isSignedOut: boolean;
}

export const AccountContext = createContext<AccountPage | null>(null);

/** @throws Error outside of an AccountContext */
export function useAccountPage(): AccountPage {
  const page = useContext(AccountContext);
  if (page === null) throw new Error('useAccountPage must be used within an AccountContext');
  return page;
}

interface Outcome<Answer> {
  readonly isPending?: boolean;
  readonly error?: unknown;
  readonly answer?: Answer;
  readonly isDone?: boolean;
}

export function useAction<Answer>(call: () => Promise<Answer>, onSuccess?: (answer: Answer) => void) {
  const [outcome, setOutcome] = useState<Outcome<Answer>>({});
  const run = () => {
    setOutcome({ isPending: true });
    call().then(
      (answer) => {
        setOutcome({ isDone: true, answer });
        onSuccess?.(answer);
      },
      (error: unknown) => setOutcome({ error }),
    );
  };
  const { isPending = false, isDone = false, error, answer } = outcome;
  return { isPending, isDone, error, answer, run };
}

const ROLES = { error: 'alert', success: 'status', info: 'note' } as const;

export function Alert({ severity, children }: { severity: keyof typeof ROLES; children: ReactNode }) {
  return (
    <div role={ROLES[severity]} className={`alert ${severity}`}>
      {severity !== 'info' && <Icon name={severity === 'error' ? 'warning' : 'check'} />}
      <div>{children}</div>
    </div>
  );
}

/** A button that spins while its request is under way. It is not disabled then, because a disabled button loses the focus. */
export function PendingButton(props: {
  type?: 'submit' | 'button';
  pending: boolean;
  onClick?: () => void;
  children: ReactNode;
}) {
  const { type = 'button', pending, onClick } = props;
  return (
    <button
      type={type}
      className="button large"
      aria-disabled={pending}
      onClick={(event) => {
        if (pending) event.preventDefault();
        else onClick?.();
      }}
    >
      {pending && <span className="spinner" role="progressbar" aria-hidden="true" />}
      {props.children}
    </button>
  );
}

function ToggleButtons<V extends string>(props: {
  label: string;
  /** Null: none is pressed. */
  value: V | null;
  onChange: (value: V) => void;
  choices: readonly { readonly value: V; readonly label: string; readonly lang?: string }[];
  isWide?: boolean;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not lay out its children in a row in all browsers
    <div role="group" aria-label={props.label} className={props.isWide ? 'toggle-buttons wide' : 'toggle-buttons'}>
      {props.choices.map(({ value, label, lang }) => (
        <button
          key={value}
          type="button"
          lang={lang}
          aria-pressed={value === props.value}
          onClick={() => value !== props.value && props.onChange(value)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

export function AccountFrame(props: { title: string; subtitle: string; children: ReactNode }) {
  const { t, language, brand, chooseLanguage } = useAccountPage();
  const { offerPath } = useAccountQuery();
  const { title, subtitle } = props;
  useEffect(() => {
    document.title = `${title} · ${brand}`;
  }, [title, brand]);
  return (
    <main className="account">
      <a className="account-brand" href={offerPath ?? '/'}>
        <BrandMark size={36} />
        {brand}
      </a>
      <div className="account-card">
        <h1>{title}</h1>
        <p className="account-subtitle">{subtitle}</p>
        <div className="stack">{props.children}</div>
      </div>
      <ToggleButtons
        label={t('language')}
        value={language}
        onChange={chooseLanguage}
        choices={LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one], lang: one }))}
      />
    </main>
  );
}

export function IntentChoice(props: { value: LoginIntent | null; onChange: (intent: LoginIntent) => void }) {
  const { t } = useAccountPage();
  return (
    <ToggleButtons
      {...props}
      isWide
      label={t('intent.label')}
      choices={LOGIN_INTENTS.map((intent) => ({ value: intent, label: t(`intent.${intent}`) }))}
    />
  );
}

export const needsBusiness = (error: unknown): boolean => isRefusal(error, 'BUSINESS_CONFIRMATION_REQUIRED');

export function BusinessDialog(props: {
  open: boolean;
  onOpenBusiness: () => void;
  onContinueAsStaff: () => void;
  onClose: () => void;
}) {
  const { t } = useAccountPage();
  return (
    <PublicConfirmDialog
      open={props.open}
      title={t('business.title')}
      confirmLabel={t('business.confirm')}
      pendingLabel={t('business.confirm')}
      cancelLabel={t('cancel')}
      otherAction={
        <button type="button" className="button quiet" onClick={props.onContinueAsStaff}>
          {t('business.staff')}
        </button>
      }
      onConfirm={async () => props.onOpenBusiness()}
      onCancel={props.onClose}
    >
      <p>{t('business.text')}</p>
      <p>{t('business.staffText')}</p>
    </PublicConfirmDialog>
  );
}

/** A form of the account pages: its failure, its fields and its button. */
export function AccountForm(props: {
  form: Pick<Form<never>, 'ref' | 'submit' | 'pending' | 'done' | 'failure'>;
  submitLabel: string;
  children: ReactNode;
}) {
  const { t } = useAccountPage();
  const { form } = props;
  // A dialog asks about opening a business.
  const failure = needsBusiness(form.failure) ? null : form.failure;
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate className="stack">
      {failure !== null && (
        <Alert severity="error">{failure instanceof CookiesRefused ? t('cookiesRefused') : errorText(failure)}</Alert>
      )}
      {props.children}
      {/* Stays pending while the next page loads. */}
      <PendingButton type="submit" pending={form.pending || form.done}>
        {props.submitLabel}
      </PendingButton>
    </form>
  );
}

/** A text field with its label, and its error or help below it. */
export function AccountField<F extends string>(
  props: { form: Form<F>; name: F; label: string; help?: string } & Omit<InputHTMLAttributes<HTMLInputElement>, 'form'>,
) {
  const { form, name, label, help, ...input } = props;
  const id = useId();
  const error = form.error(name);
  const below = error ?? help;
  return (
    <div className="field">
      <input
        {...input}
        id={id}
        name={name}
        value={form.typed[name]}
        // The label lies in the field while this is shown (accounts.css).
        placeholder=" "
        aria-invalid={error !== undefined}
        aria-describedby={below === undefined ? undefined : `${id}-below`}
        onChange={(event) => form.change(name, event.target.value)}
        onBlur={() => afterKeyPress(() => form.blur(name))}
      />
      <label htmlFor={id}>
        {label}
        {input.required && <span aria-hidden="true"> *</span>}
      </label>
      {below !== undefined && (
        <p id={`${id}-below`} className={error === undefined ? undefined : 'error'}>
          {below}
        </p>
      )}
    </div>
  );
}

export function EmailField({ form }: { form: Pick<Form<'email'>, keyof Form> }) {
  const { t } = useAccountPage();
  return (
    <AccountField form={form} name="email" label={t('field.email')} autoComplete="username" required {...EMAIL_INPUT} />
  );
}
