import { DAY_MS, MINUTE_MS } from '@perktree/contracts/kernel/durations';
import { PLANS } from '@perktree/contracts/subscription/plans';
import type { Person } from '../people.ts';
import type { Tenant, World } from '../reference.ts';
import { broken } from '../rules.ts';
import { type Command, same } from './command.ts';

const tenantOf = (world: World, person: Person) => world.tenants.find(({ owner }) => owner === person);

export const subscribe: Command = ({ world, dice }) => {
  const by = dice.by(dice.pick(world.tenants)?.owner, world.callers);
  const plan = dice.of('pro', 'ultra', 'pro', 'ultra', null);
  const priceId = plan === null ? 'price_gold' : PLANS[plan].priceId;
  const tenant = tenantOf(world, by);
  return {
    by,
    url: '/api/create-subscription',
    body: { priceId },
    broken: tenant ? broken({ UNKNOWN_PRICE: plan === null, ALREADY_ON_PLAN: plan === tenant.plan }) : ['NOT_ALLOWED'],
    done({ url }) {
      const id = String(url).split('/').at(-1) ?? '';
      if (tenant && plan) world.checkouts.push({ id, tenant, plan, isOver: false });
    },
  };
};

export const confirmCheckout: Command = ({ world, dice }) => {
  const checkout = dice.pick([...world.checkouts].reverse());
  if (!checkout) return null;
  const { tenant } = checkout;
  const by = dice.by(tenant.owner, world.callers);
  return {
    by,
    url: `/api/offline-checkout/${checkout.id}/confirm`,
    broken: tenantOf(world, by) ? broken({ CHECKOUT_NOT_FOUND: tenant.owner !== by }) : ['NOT_ALLOWED'],
    done({ plan }) {
      // Confirming an ended checkout changes nothing.
      if (!checkout.isOver) {
        endPlan(tenant, checkout);
        Object.assign(tenant, { plan: checkout.plan, checkout });
      }
      same(world, 'plan', tenant.plan, plan);
    },
  };
};

export const cancelSubscription: Command = ({ world, dice }) => {
  const by = dice.by(dice.pick(world.tenants)?.owner, world.callers);
  const tenant = tenantOf(world, by);
  return {
    by,
    url: '/api/cancel-subscription',
    broken: tenant ? [] : ['NOT_ALLOWED'],
    done({ id }) {
      if (!tenant) return;
      endPlan(tenant, null);
      Object.assign(tenant, { plan: 'free', checkout: null });
      same(world, 'plan', 'free', id);
    },
  };
};

function endPlan(tenant: Tenant, next: Tenant['checkout']): void {
  if (tenant.checkout && tenant.checkout !== next) tenant.checkout.isOver = true;
}

export const timePasses: Command = ({ world, dice }) => {
  // The clock of a process may be behind.
  const ms = dice.of(MINUTE_MS, 11 * MINUTE_MS, 61 * MINUTE_MS, DAY_MS, 8 * DAY_MS, 31 * DAY_MS, -MINUTE_MS);
  return {
    what: `${ms / MINUTE_MS} minutes pass`,
    run() {
      world.now += ms;
    },
  };
};
