import { isInParts, named } from './hashes.mjs';
import { asText, byTiers, hundredths, MAX_MOVED, partOf, percentOf, ruleOf, takenInAll } from './rules.mjs';

/** Every redemption and reversal computed again. */
export function checkMoney(events) {
  const wrong = [];
  const redemptions = new Map();
  for (const proven of events) {
    const differs = (what, found, expected) => {
      if (String(found) === String(expected)) return;
      wrong.push(`${named(proven)}: ${what} is ${found}, and computes to ${expected}.`);
    };
    try {
      const money = isInParts(proven) ? MONEY_IN_PARTS : MONEY;
      money[proven.event.type]?.(proven.event.data, redemptions, differs);
    } catch (error) {
      wrong.push(`${named(proven)} cannot be computed: ${error.message}.`);
    }
  }
  return wrong;
}

/** Pool and shares as the path earns them of the sale amount by the recorded rule. */
function checkShares(data, path, differs) {
  const { pool, shares } = ruleOf(data)({ ...data, path });
  differs('the pool', data.pool, asText(pool));
  differs('the number of shares', data.shares.length, shares.length);
  for (const share of shares) {
    const own = data.shares.find(({ qrId }) => qrId === share.qrId);
    differs(`the share of QR ${share.qrId}`, own?.amount, asText(share.amount));
    differs(`the percent of QR ${share.qrId}`, own && asText(hundredths(own.percent)), asText(share.own));
    differs(`the owner of QR ${share.qrId}`, own?.ownerId, share.ownerId);
  }
}

const MONEY = {
  BenefitRedeemed(data, redemptions, differs) {
    const waiting = data.awaitsConfirmation ?? null;
    checkShares(waiting ? { ...data, ...waiting } : data, data.path, differs);
    if (waiting) {
      differs('what is earned before it is confirmed', data.pool, '0.00');
      differs('the number of shares before it is confirmed', data.shares.length, 0);
    }
    redemptions.set(data.redemptionId, { data, path: data.path, waiting, reversed: 0n, taken: new Map() });
  },

  RedemptionConfirmed(data, redemptions, differs) {
    const redemption = redemptions.get(data.redemptionId);
    if (!redemption?.waiting) throw new Error('no redemption that awaits confirmation stands before it');
    const { ruleSettings } = redemption.data;
    checkShares({ ...data, ruleSettings }, redemption.path, differs);
    redemptions.set(data.redemptionId, { ...redemption, data, waiting: null });
  },

  RedemptionReversed(data, redemptions, differs) {
    const redemption = redemptions.get(data.redemptionId);
    if (!redemption) throw new Error('the redemption that it takes back does not stand before it');
    differs('the number of shares', data.shares.length, redemption.data.shares.length);
    takeBack(data, redemption, differs, (shares, reversal) => takenInAll(shares, reversal));
  },
};

/** What can be computed of an event by those who may read some of its shares only. */
const MONEY_IN_PARTS = {
  BenefitRedeemed(data, redemptions, differs) {
    const sale = hundredths(data.saleAmount);
    const rule = ruleOf(data);
    for (const { qrId, percent, amount } of data.shares) {
      if (rule === byTiers) {
        // The amounts of the tiers are not shown.
        const earned = hundredths(amount);
        if (earned > sale) differs(`the share of QR ${qrId}`, amount, `${asText(sale)} at most`);
        differs(`the percent of QR ${qrId}`, asText(hundredths(percent)), asText(percentOf(earned, sale)));
        continue;
      }
      const exact = sale * hundredths(percent);
      const [floor, rest] = [exact / 10_000n, exact % 10_000n];
      // How the last minor unit was given out depends on the other shares.
      const isRoundedUp = rest > 0n && hundredths(amount) === floor + 1n;
      differs(`the share of QR ${qrId}`, amount, asText(isRoundedUp ? floor + 1n : floor));
    }
    redemptions.set(data.redemptionId, { data, reversed: 0n, taken: new Map() });
  },

  RedemptionConfirmed(data, redemptions, differs) {
    MONEY_IN_PARTS.BenefitRedeemed(data, redemptions, differs);
  },

  RedemptionReversed(data, redemptions, differs) {
    const redemption = redemptions.get(data.redemptionId);
    if (!redemption) throw new Error('the redemption that it takes back does not stand before it');
    // Which unit is taken back first depends on the other shares.
    takeBack(data, redemption, differs, (shares, { reversed, sale }) =>
      shares.map(({ earned, taken, told }) => {
        const part = partOf(earned, reversed, sale);
        const isNear = told - part <= MAX_MOVED && part - told <= MAX_MOVED;
        return told >= taken && told <= earned && isNear && (reversed < sale || told === earned) ? told : part;
      }),
    );
  },
};

/** @param inAll what reversals of version 2 take back in all of each share */
function takeBack(data, redemption, differs, inAll) {
  const version = data.ruleVersion ?? 1;
  if (![1, 2].includes(version)) throw new Error(`reversal rule ${version} is not known here`);
  const rule = ruleOf(redemption.data);
  const sale = hundredths(redemption.data.saleAmount);
  const before = redemption.reversed;
  const after = before + hundredths(data.amount);
  if (after > sale) differs('what is taken back in all', asText(after), asText(sale));
  const shares = redemption.data.shares.map(({ entryId, amount, percent, ownerId }) => {
    const [earned, taken] = [hundredths(amount), redemption.taken.get(entryId) ?? 0n];
    const own = data.shares.find(({ reversesEntryId }) => reversesEntryId === entryId);
    const told = taken - hundredths(own?.amount ?? '0.00');
    return { entryId, ownerId, points: hundredths(percent), earned, taken, own, told };
  });
  const together = version === 2 ? inAll(shares, { reversed: after, sale, rule }) : [];
  for (const [index, { entryId, ownerId, earned, taken, own, told }] of shares.entries()) {
    const back = version === 2 ? together[index] - taken : partOf(earned, after, sale) - partOf(earned, before, sale);
    differs(`what is taken back of entry ${entryId}`, own && asText(hundredths(own.amount)), asText(-back));
    differs(`the owner of what is taken back of entry ${entryId}`, own?.ownerId, ownerId);
    redemption.taken.set(entryId, told);
  }
  redemption.reversed = after;
}
