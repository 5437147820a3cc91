import { redeemByCode } from './codes.ts';
import type { Command } from './command.ts';
import { crowd } from './crowds.ts';
import { cancelPayout, generatePayouts, markPaid, reverse, writeOff } from './money.ts';
import { cancelSubscription, confirmCheckout, subscribe, timePasses } from './plans.ts';
import { activate, approve, claim, deactivate, decline, reissue, reissueByJob, release } from './qrs.ts';
import { redeem, redeemByToken, scan } from './redeeming.ts';
import { acceptInvitation, block, configureSite, createSite, inviteStaff, removeStaff, unblock } from './sites.ts';
import { createRoot, createSibling, edit, split } from './trees.ts';

/** Every command of the domain, with its weight in random runs. */
export const COMMANDS = {
  createSite: [1, createSite],
  configureSite: [3, configureSite],
  inviteStaff: [2, inviteStaff],
  acceptInvitation: [3, acceptInvitation],
  removeStaff: [2, removeStaff],
  block: [2, block],
  unblock: [2, unblock],
  createRoot: [3, createRoot],
  split: [6, split],
  createSibling: [3, createSibling],
  edit: [5, edit],
  claim: [6, claim],
  release: [1, release],
  deactivate: [1, deactivate],
  activate: [1, activate],
  approve: [4, approve],
  decline: [2, decline],
  reissue: [3, reissue],
  reissueByJob: [1, reissueByJob],
  scan: [6, scan],
  redeem: [6, redeem],
  redeemByToken: [4, redeemByToken],
  redeemByCode: [6, redeemByCode],
  crowd: [1, crowd],
  reverse: [4, reverse],
  generatePayouts: [4, generatePayouts],
  markPaid: [4, markPaid],
  cancelPayout: [4, cancelPayout],
  writeOff: [2, writeOff],
  subscribe: [2, subscribe],
  confirmCheckout: [1, confirmCheckout],
  cancelSubscription: [1, cancelSubscription],
  timePasses: [3, timePasses],
} as const satisfies Record<string, readonly [weight: number, command: Command]>;

export type CommandName = keyof typeof COMMANDS;
