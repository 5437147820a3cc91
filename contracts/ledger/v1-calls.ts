import { z } from 'zod';
import { pageQuery } from '../kernel/call.ts';
import { call } from '../kernel/v1-version.ts';
import { asOfQuery, ledgerEntryAnswer, siteBalancesAnswer } from './calls.ts';

const access = { key: 'read:ledger' } as const;
const ofSite = pageQuery.extend({ siteId: z.uuid() });

export const v1LedgerCalls = {
  v1Ledger: call('GET', '/api/v1/ledger', {
    summary: 'Ledger entries of a site of the key, newest first',
    access,
    query: ofSite,
    answer: z.array(ledgerEntryAnswer),
  }),
  v1Balances: call('GET', '/api/v1/balances', {
    summary: 'What a site of the key owes at a moment, in total and by distributor, those who are owed most first',
    access,
    query: ofSite.extend(asOfQuery.shape),
    answer: siteBalancesAnswer,
  }),
} as const;
