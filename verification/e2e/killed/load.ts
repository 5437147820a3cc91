import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { acknowledged, command } from '../support/patient-client.ts';
import { Person } from '../support/person.ts';
import { subscribe } from '../support/shop.ts';

const CUSTOMERS = 12;
const QRS = 6;

/** The result of a load. */
export interface Done {
  readonly tenantId: string;
  /** Ids of acknowledged redemptions. */
  readonly redemptions: ReadonlySet<string>;
  /** Names from acknowledged edits. */
  readonly names: ReadonlySet<string>;
  /** Reads that had to include their reader's last command. */
  readonly reads: number;
  /** Reads that did not include it. */
  readonly tooOld: readonly string[];
}

/**
 * Customers redeem, and an owner edits, until a deadline. Each command is retried until it is acknowledged. After each command
 * its caller reads with the command's position, and the answer must include the command.
 */
export async function load(origin: string, seconds: number): Promise<(until: number) => Promise<Done>> {
  const owner = await Person.register(origin, 'owner', 'business');
  const { tenantId } = await owner.get<{ tenantId: string }>('/api/auth/user-role');
  await subscribe(owner, 'ultra');
  const site = await owner.post<{ id: string }>('/api/sites', { name: 'Bakery', currency: 'EUR' });
  const qrs = `/api/sites/${site.id}/qrs`;
  const roots: { id: string; token: string }[] = [];
  for (let n = 0; n < QRS; n++) {
    const { id } = await owner.post<{ id: string }>(qrs, {
      ...{ name: `Root ${n}`, type: 'DISCOUNT_PERCENT', discountPercent: 20, commissionPercent: '10.00' },
    });
    const { customerUrl } = await owner.get<{ customerUrl: string }>(`${qrs}/${id}/qrcode`);
    roots.push({ id, token: customerUrl.split('/').at(-1) as string });
  }
  const customers: Person[] = [];
  for (let n = 0; n < CUSTOMERS; n++) customers.push(await Person.register(origin, 'customer', 'customer'));

  return async (until) => {
    const names = new Set<string>();
    const redemptions = new Set<string>();
    const tooOld: string[] = [];
    let reads = 0;
    const read = (shown: unknown, done: unknown) => {
      reads += 1;
      if (shown !== done) tooOld.push(`${shown} for ${done}`);
    };

    const redeeming = customers.map(async (customer, index) => {
      for (let n = 0; n < QRS && Date.now() < until; n++) {
        const { token } = roots[(index + n) % QRS] as { token: string };
        await command(customer, 'POST', '/api/scan', { token });
        const redeemed = await command<{ redemptionId: string }>(customer, 'POST', '/api/redeem', { token });
        redemptions.add(redeemed.redemptionId);
        const mine = await acknowledged(() => customer.send<{ isRedeemed: boolean }[]>('GET', '/api/me/scans'));
        read(mine.filter(({ isRedeemed }) => isRedeemed).length, n + 1);
        // The load lasts as long as the kills.
        await sleep((seconds * 1000) / QRS / 2);
      }
    });
    const editing = roots.map(async ({ id }) => {
      // A separate person, because commands of other people must not advance the position of the read.
      const editor = owner.at(origin);
      while (Date.now() < until) {
        const name = `name ${randomUUID()}`;
        await command(editor, 'PUT', `${qrs}/${id}`, { name });
        names.add(name);
        const list = await acknowledged(() => editor.send<{ id: string; name: string }[]>('GET', qrs));
        read(list.find((qr) => qr.id === id)?.name, name);
      }
    });
    await Promise.all([...redeeming, ...editing]);
    return { tenantId, redemptions, names, reads, tooOld };
  };
}
