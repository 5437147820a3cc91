import { createLogger } from '@perktree/platform/process/log';
import { describe, expect, it } from 'vitest';
import { openForOperator } from '../../cli/open-for-operator.ts';
import { startStandalone } from '../../standalone/compose.ts';
import { readConfiguration, WrongConfiguration } from './configuration.ts';

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readConfiguration({}, '/srv/perktree')).toEqual({
      evidenceYears: null,
      keepsWayBack: false,
      payoutLimits: {
        ...{ minimumHoldDays: 7, newBusinessDays: 30, newBusinessMaximum: 500 },
        ...{ approvalAbove: 5000, feePercent: 3 },
      },
      port: 3000,
      host: '127.0.0.1',
      dataDir: '/srv/perktree/.data',
      publicUrl: null,
      trustProxy: null,
      databaseUrl: null,
      databaseReadUrl: null,
      databasePrimaryUrl: null,
      eventStoreUrl: null,
      redisUrl: null,
      projectorPartitions: 1,
      reportHeapMb: 512,
      networkLimits: { register: 150, visit: 300, providerSignIn: 300 },
      sessionSecret: null,
      auditSigningKey: null,
      headReceivers: { witnessUrl: null, timeStampUrl: null, mails: 'owners' },
      webhookAllowPrivate: false,
      gatewayUrl: null,
      mail: null,
      stripe: null,
      oidc: null,
      brand: { desktop: 'PerkTree Console', mobile: 'PerkTree' },
      legalLinks: { privacy: null, terms: null, imprint: null },
      logLevel: 'info',
    });
  });

  it('takes an empty value as none, and an absolute data folder as it is', () => {
    const configuration = readConfiguration({ PORT: '', DATA_DIR: '/var/lib/perktree' }, '/srv');
    expect(configuration).toMatchObject({ port: 3000, dataDir: '/var/lib/perktree' });
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', 'http'],
    ['PUBLIC_URL', 'perktree.example'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['PUBLIC_URL', 'https://example.org/perktree'],
    ['PUBLIC_URL', 'https://example.org/?a=b'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '100'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['TRUST_PROXY', 'proxy.example'],
    ['DATABASE_URL', 'mysql://root@localhost/x'],
    ['DATABASE_READ_URL', 'standby:5432'],
    ['DATABASE_PRIMARY_URL', 'primary:5432'],
    ['SESSION_SECRET', 'short'],
    ['AUDIT_SIGNING_KEY', 'short'],
    ['HEAD_WITNESS_URL', 'witness.example'],
    ['HEAD_WITNESS_URL', 'http://witness.example/heads'],
    ['HEAD_TIME_STAMP_URL', 'ftp://stamp.example'],
    ['HEAD_MAILS', 'all'],
    ['LOG_LEVEL', 'loud'],
    ['STRIPE_SECRET_KEY', 'pk_test_published'],
    ['STRIPE_WEBHOOK_SECRET', 'secret of the webhook'],
    ['OIDC_ISSUER', 'accounts.example'],
    ['EVENT_STORE_URL', 'http://localhost:2113'],
    ['REDIS_URL', 'localhost:6379'],
    ['PROJECTOR_PARTITIONS', '0'],
    ['PROJECTOR_PARTITIONS', 'two'],
    ['REPORT_HEAP_MB', '31'],
    ['REPORT_HEAP_MB', '1 GB'],
    ['SMTP_URL', 'http://mail.example'],
    ['SMTP_URL', 'smtp://user:1/2@mail.example'],
    ['SMTP_URL', 'smtp://user:word/2@mail.example'],
    ['SMTP_URL', 'smtp://user:1#2@mail.example'],
    ['SMTP_URL', 'smtp://user:1?2@mail.example'],
    ['SMTP_URL', 'smtp://user:1@2@mail.example'],
    ['SMTP_URL', 'smtp://user:10%@mail.example'],
    ['DATABASE_URL', 'postgres://user:1/2@db.example/perktree'],
    ['DATABASE_READ_URL', 'postgres://user:1#2@db.example/perktree'],
    ['REDIS_URL', 'redis://user:1/2@cache.example'],
    ['MAIL_FROM', 'PerkTree'],
    ['MAIL_FROM', '"PerkTree <a@b.example>'],
    ['MAIL_FROM', '"" <a@b.example>'],
    ['MAIL_FROM', 'PerkTree <a@b.example>\r\nBcc: c@d.example'],
    ['GATEWAY_URL', 'gateway:3005'],
    ['PRIVACY_PAGE', 'http://shop.example/privacy'],
    ['PRIVACY_PAGE', 'javascript:alert(1)//https://shop.example'],
    ['TERMS_PAGE', 'shop.example/terms'],
    ['IMPRINT_PAGE', 'https://shop.example@evil.example'],
    ['IMPRINT_PAGE', `https://shop.example/${'a'.repeat(500)}`],
  ])('stops at a wrong %s, with its name and without its value', (name, value) => {
    const read = () => readConfiguration({ [name]: value }, '/srv');
    expect(read).toThrow(WrongConfiguration);
    expect(read).toThrow(new RegExp(`^${name} is wrong: it takes `));
    expect(read).not.toThrow(value);
  });

  it('stops where a setting is missing that the program cannot do without', () => {
    expect(() => readConfiguration({}, '/srv', ['DATABASE_URL'])).toThrow(
      /^DATABASE_URL is missing: it takes postgres:/,
    );
  });

  it.each([
    ['1', 1],
    ['10.0.0.0/8, fd00::/8 ,127.0.0.1,loopback', ['10.0.0.0/8', 'fd00::/8', '127.0.0.1', 'loopback']],
    ['', null],
  ])('believes the reverse proxies that TRUST_PROXY names: %j', (value, expected) => {
    expect(readConfiguration({ TRUST_PROXY: value }, '/srv').trustProxy).toEqual(expected);
  });

  const stripe = {
    ...{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
    ...{ STRIPE_PRICE_PRO: 'price_1Pro', STRIPE_PRICE_ULTRA: 'price_1Ultra' },
  };
  const smtp = { SMTP_URL: 'smtp://user:password@mail.example', MAIL_FROM: 'post@shop.example' };
  const oidc = {
    ...{ OIDC_ISSUER: 'https://accounts.example', OIDC_CLIENT_ID: 'perktree', OIDC_CLIENT_SECRET: 'from the provider' },
    PUBLIC_URL: 'https://perktree.example',
  };

  it('settles plans by Stripe at its own prices', () => {
    const { secretKey, webhookSecret } = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' };
    const prices = { pro: 'price_1Pro', ultra: 'price_1Ultra' };
    expect(readConfiguration(stripe, '/srv').stripe).toEqual({ secretKey, webhookSecret, prices });
    const same = { ...stripe, STRIPE_PRICE_ULTRA: stripe.STRIPE_PRICE_PRO };
    expect(() => readConfiguration(same, '/srv')).toThrow(/^STRIPE_PRICE_ULTRA is wrong: it takes .*another one/);
  });

  it.each(['post@shop.example', 'Café Luna <post@shop.example>', '"Luna, \\"Café\\"" <post@shop.example>'])(
    'sends mail as %s',
    (from) => {
      const mail = { SMTP_URL: 'smtp://user:password@mail.example:587', MAIL_FROM: from };
      expect(readConfiguration(mail, '/srv').mail).toEqual({ url: mail.SMTP_URL, from });
      expect(readConfiguration({}, '/srv').mail).toBeNull();
    },
  );

  it('lets people sign in at an OpenID Connect provider', () => {
    const [issuer, clientId, clientSecret] = ['https://accounts.example', 'perktree', 'from the provider'];
    expect(readConfiguration(oidc, '/srv').oidc).toEqual({ issuer, clientId, clientSecret });
  });

  it.each([
    ['STRIPE_WEBHOOK_SECRET', stripe],
    ['STRIPE_SECRET_KEY', stripe],
    ['STRIPE_PRICE_PRO', stripe],
    ['STRIPE_PRICE_ULTRA', stripe],
    ['STRIPE_SECRET_KEY', { STRIPE_PRICE_PRO: 'price_1Pro' }],
    ['STRIPE_SECRET_KEY', { STRIPE_PRICE_ULTRA: 'price_1Ultra' }],
    ['DATABASE_READ_URL', { DATABASE_PRIMARY_URL: 'postgres://reader:secret@primary/perktree' }],
    ['MAIL_FROM', smtp],
    ['SMTP_URL', smtp],
    ['OIDC_ISSUER', oidc],
    ['OIDC_CLIENT_ID', oidc],
    ['OIDC_CLIENT_SECRET', oidc],
    ['PUBLIC_URL', oidc],
  ])('stops without %s where its companions are set, and tells no secret', (name, all: Record<string, string>) => {
    const read = () => readConfiguration({ ...all, [name]: '' }, '/srv');
    expect(read).toThrow(WrongConfiguration);
    expect(read).toThrow(new RegExp(`^${name} is missing: it takes .*, since \\w+ is set\\.`));
    for (const value of Object.values(all)) expect(read).not.toThrow(value);
  });

  it('stops where queries would read another database than the embedded one that commands are written to', async () => {
    const configuration = readConfiguration(
      { DATABASE_READ_URL: 'postgres://reader:secret@db.example/perktree' },
      '/srv',
    );
    for (const start of [startStandalone, openForOperator])
      await expect(start(configuration, createLogger({ level: 'silent' }))).rejects.toThrow(
        /^DATABASE_URL is missing: it takes .*, since DATABASE_READ_URL is set\.$/,
      );
  });
});
