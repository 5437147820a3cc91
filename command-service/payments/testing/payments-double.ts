import { errorOf, found, list, metadataIn, type Result } from './stripe-answers.ts';

/** `settle_later`: accepted, and decided by `settle()`. */
export type ChargeOutcome = 'succeed' | 'refuse' | 'need_action' | 'settle_later';

interface DoubleTransfer {
  readonly id: string;
  readonly transfer_group: string;
  readonly amount: number;
  readonly destination: string;
  readonly currency: string;
  readonly source_transaction: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  reversed: boolean;
}

interface DoubleCharge {
  readonly id: string;
  readonly customer: string;
  readonly amount: number;
  readonly currency: string;
  readonly transfer_group: string;
  readonly metadata: Readonly<Record<string, string>>;
  status: 'succeeded' | 'processing' | 'requires_payment_method' | 'requires_action' | 'canceled';
  last_payment_error: { readonly code: string } | null;
  /** Null: not disputed. */
  dispute: 'needs_response' | 'won' | 'lost' | null;
}

/** Charges of owners, their disputes and refunds, accounts of distributors, and transfers to them. */
export class PaymentsDouble {
  readonly transfers: DoubleTransfer[] = [];
  /** Off-session charges of owners. */
  readonly charges: DoubleCharge[] = [];
  readonly refunds: { id: string; payment_intent: string; amount: number; metadata: object; status: string }[] = [];
  /** What becomes of the next charges, by customer. Default: `succeed`. */
  readonly outcomes = new Map<string, ChargeOutcome>();
  /** The operator's own money, in minor units: what transfers without a charge of their own would take. */
  available = 1_000_000_000;
  private readonly accounts: string[] = [];
  private ids = 0;

  /** A charge that was accepted is decided now. */
  settle(charge: DoubleCharge, status: 'succeeded' | 'requires_payment_method'): void {
    charge.status = status;
  }

  /** Null: another call. */
  answer(call: string, form: URLSearchParams): Result | null {
    const one = /^(GET|POST) \/v1\/(payment_intents|transfers)\/(\w+)(\/cancel|\/reversals)?$/.exec(call);
    if (one?.[2] === 'transfers') return this.oneTransfer(one[3], one[4] === '/reversals');
    if (one) {
      const charge = this.charges.find(({ id }) => id === one[3]);
      if (!charge) return found(null);
      if (one[4] === undefined) return found(intentOf(charge));
      if (charge.status === 'succeeded' || charge.status === 'processing') {
        return { status: 400, answer: errorOf('payment_intent_unexpected_state') };
      }
      charge.status = 'canceled';
      return found(intentOf(charge));
    }
    const intent = form.get('payment_intent');
    switch (call) {
      case 'POST /v1/accounts': {
        const id = `acct_${form.get('metadata[distributorId]')}`;
        const count = this.accounts.filter((account) => account === id).push(id);
        this.accounts.push(id);
        return found({ id: count === 1 ? id : `${id}_${count}`, object: 'account' });
      }
      case 'POST /v1/account_links':
        return found({ object: 'account_link', url: `https://connect.stripe.test/${form.get('account')}` });
      case 'GET /v1/transfers': {
        const data = this.transfers.filter((transfer) => transfer.transfer_group === form.get('transfer_group'));
        return list(data.map(transferOf));
      }
      case 'POST /v1/transfers':
        return this.transfer(form);
      case 'GET /v1/payment_intents':
        return list(this.charges.filter(({ customer }) => customer === form.get('customer')).map(intentOf));
      case 'POST /v1/payment_intents':
        return this.charge(form);
      case 'GET /v1/disputes':
        return list(
          this.charges.flatMap(({ id, dispute }) =>
            dispute !== null && (intent === null || id === intent) ? { payment_intent: id, status: dispute } : [],
          ),
        );
      case 'GET /v1/refunds':
        return list(this.refunds.filter((refund) => intent === null || refund.payment_intent === intent));
      case 'POST /v1/refunds': {
        const id = `re_${this.nextId()}`;
        const amount = Number(form.get('amount'));
        this.refunds.push({
          id,
          payment_intent: intent ?? '',
          amount,
          metadata: metadataIn(form),
          status: 'succeeded',
        });
        return found({ id, object: 'refund' });
      }
      default:
        return null;
    }
  }

  private oneTransfer(transferId: string | undefined, isReversal: boolean): Result {
    const transfer = this.transfers.find(({ id }) => id === transferId);
    if (transfer === undefined) return found(null);
    if (isReversal && transfer.reversed) return { status: 400, answer: errorOf('parameter_invalid') };
    transfer.reversed ||= isReversal;
    return found(transferOf(transfer));
  }

  private charge(form: URLSearchParams): Result {
    const customer = form.get('customer') ?? '';
    const outcome = this.outcomes.get(customer) ?? 'succeed';
    const charge: DoubleCharge = {
      ...{ id: `pi_${this.nextId()}`, customer, amount: Number(form.get('amount')) },
      ...{ currency: form.get('currency') ?? '', transfer_group: form.get('transfer_group') ?? '' },
      ...{ metadata: metadataIn(form), dispute: null, last_payment_error: null },
      status: outcome === 'settle_later' ? 'processing' : 'succeeded',
    };
    this.charges.push(charge);
    if (outcome !== 'refuse' && outcome !== 'need_action') return found(intentOf(charge));
    const code = outcome === 'refuse' ? 'card_declined' : 'authentication_required';
    Object.assign(charge, { status: 'requires_payment_method', last_payment_error: { code } });
    const error = { type: 'card_error', code, message: code, payment_intent: intentOf(charge) };
    return { status: 402, answer: { error } };
  }

  private transfer(form: URLSearchParams): Result {
    const refused = this.refusalOfTransfer(form);
    if (refused !== null) return { status: 400, answer: errorOf(refused) };
    const transfer = {
      id: `tr_${this.nextId()}`,
      amount: Number(form.get('amount')),
      currency: form.get('currency') ?? '',
      destination: form.get('destination') ?? '',
      source_transaction: form.get('source_transaction'),
      transfer_group: this.chargeOf(form)?.transfer_group ?? form.get('transfer_group') ?? '',
      metadata: metadataIn(form),
      reversed: false,
    };
    if (transfer.source_transaction === null) this.available -= transfer.amount;
    this.transfers.push(transfer);
    return found(transferOf(transfer));
  }

  /** Transfers of a charge are bounded by that charge, others by the balance. */
  private refusalOfTransfer(form: URLSearchParams): string | null {
    const amount = Number(form.get('amount'));
    if (!form.has('source_transaction')) return amount > this.available ? 'balance_insufficient' : null;
    const charge = this.chargeOf(form);
    if (charge?.status !== 'succeeded' || form.has('transfer_group')) return 'parameter_invalid';
    const paid = this.transfers
      .filter(({ source_transaction }) => source_transaction === `ch_${charge.id}`)
      .reduce((sum, transfer) => sum + transfer.amount, 0);
    return paid + amount > charge.amount ? 'transfer_source_balance_parameters_mismatch' : null;
  }

  private chargeOf(form: URLSearchParams): DoubleCharge | undefined {
    return this.charges.find(({ id }) => `ch_${id}` === form.get('source_transaction'));
  }

  private nextId(): number {
    this.ids += 1;
    return this.ids;
  }
}

function transferOf(transfer: DoubleTransfer): object {
  return { object: 'transfer', ...transfer, amount_reversed: transfer.reversed ? transfer.amount : 0 };
}

function intentOf({ dispute: _, ...charge }: DoubleCharge): object {
  return { object: 'payment_intent', ...charge, latest_charge: `ch_${charge.id}` };
}
