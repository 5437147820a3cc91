import { BENEFIT } from './shop.ts';

export type Who = 'signedOut' | 'customer' | 'distributor' | 'staff' | 'owner';

export const newQr = { name: 'New', ...BENEFIT };
export const splits = { splits: [{ name: 'Child', commissionPercent: '0.50' }] };

export type Row = readonly [row: string, calls: readonly (readonly [method: string, path: string, body?: object])[]];

/** The calls that each role's row of the table allows. */
export const ALLOWED: Readonly<Record<Exclude<Who, 'signedOut'>, readonly Row[]>> = {
  customer: [
    ['"scanner"', [['POST', '/api/scan', { token: '{customer}' }]]],
    ['"/my-scans"', [['GET', '/api/me/scans']]],
    ['"redeeming"', [['POST', '/api/redeem', { token: '{customer}' }]]],
  ],
  distributor: [
    [
      '"dashboard"',
      [
        ['GET', '/api/me/dashboard'],
        ['GET', '/api/me/activity'],
      ],
    ],
    [
      '"qr-management (own claimed QRs only)"',
      [
        ['GET', '/api/distributors/me/qrs'],
        ['GET', '/api/distributors/me/qrs/{qr}/tree'],
      ],
    ],
    [
      '"payouts"',
      [
        ['GET', '/api/distributors/me/ledger'],
        ['GET', '/api/distributors/me/payout-stats'],
        ['GET', '/api/distributors/me/payouts'],
      ],
    ],
    ['"claiming"', [['POST', '/api/claim-qr', { token: '{distributor}' }]]],
    [
      '"split only where canSplit is true"',
      [
        ['GET', '/api/distributors/me/qrs/{qr}/site-config'],
        ['POST', '/api/distributors/me/qrs/{qr}/split', splits],
      ],
    ],
    [
      '"edits siblings … using site-scoped paths"',
      [
        ['POST', '{site}/qrs', newQr],
        ['PUT', '{site}/qrs/{qr}', { name: 'Mine' }],
      ],
    ],
    [
      '"shows QR codes using site-scoped paths"',
      [
        ['GET', '{site}/qrs/{qr}/qrcode'],
        ['GET', '{site}/qrs/{qr}/tree'],
      ],
    ],
  ],
  owner: [
    [
      '"dashboard"',
      [
        ['GET', '/api/me/dashboard'],
        ['GET', '/api/me/activity'],
      ],
    ],
    [
      '"qr-management (choose site"',
      [
        ['GET', '/api/me/sites'],
        ['GET', '{site}/qrs'],
      ],
    ],
    [
      '"create root QRs, split, sibling"',
      [
        ['POST', '{site}/qrs', newQr],
        ['POST', '{site}/qrs/{qr}/split', splits],
      ],
    ],
    [
      '"edit, view)"',
      [
        ['PUT', '{site}/qrs/{qr}', { name: 'Root' }],
        ['GET', '{site}/qrs/{qr}/tree'],
        ['GET', '{site}/qrs/{qr}/qrcode'],
      ],
    ],
    [
      '"sites"',
      [
        ['GET', '{site}/config'],
        ['GET', '{site}/stats'],
        ['GET', '{site}/staff'],
      ],
    ],
    [
      '"payouts"',
      [
        ['POST', '{site}/payouts'],
        ['GET', '{site}/payouts'],
        ['GET', '/api/distributors/me/ledger'],
      ],
    ],
    [
      '"staff-validation"',
      [
        ['GET', '/api/staff/validations'],
        ['POST', '/api/staff/redeem', { token: 'unknown' }],
      ],
    ],
    [
      '"subscription"',
      [
        ['GET', '/api/me/plan'],
        ['POST', '/api/create-subscription', { priceId: 'price_pro' }],
      ],
    ],
  ],
  staff: [
    [
      '"dashboard"',
      [
        ['GET', '/api/me/dashboard'],
        ['GET', '/api/me/activity'],
      ],
    ],
    [
      '"staff-validation"',
      [
        ['GET', '/api/staff/validations'],
        ['POST', '/api/staff/redeem', { token: 'unknown' }],
      ],
    ],
  ],
};

/** The calls of rows that each role lacks. */
export const REFUSED: Readonly<Record<Who, readonly string[]>> = {
  signedOut: [
    'GET /api/me/scans',
    'GET /api/me/dashboard',
    'POST /api/redeem',
    'POST /api/claim-qr',
    'GET /api/auth/user',
  ],
  customer: [
    'GET {site}/qrs',
    'GET /api/distributors/me/qrs',
    'GET /api/distributors/me/ledger',
    'POST /api/sites',
    'POST /api/staff/redeem',
    'GET /api/me/plan',
    'POST {site}/qrs',
    'GET {site}/config',
    'GET /api/staff/validations',
  ],
  distributor: [
    'GET {site}/qrs',
    'GET {site}/config',
    'PUT {site}/config',
    'GET {site}/stats',
    'POST /api/sites',
    'POST /api/staff/redeem',
    'GET /api/me/plan',
    'POST {site}/payouts',
    'POST {site}/qrs/{qr}/release-claim',
  ],
  staff: [
    'GET {site}/qrs',
    'POST {site}/qrs',
    'GET {site}/config',
    'POST {site}/payouts',
    'GET /api/distributors/me/ledger',
    'GET /api/me/plan',
    'GET {site}/staff',
    'POST {site}/qrs/{qr}/deactivate',
  ],
  owner: [
    'GET /api/distributors/me/qrs',
    'POST /api/distributors/me/qrs/{qr}/split',
    'POST /api/distributors/me/payout-account',
  ],
};
