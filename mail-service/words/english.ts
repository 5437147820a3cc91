import type { MailWords } from './mail-words.ts';

export const ENGLISH: MailWords = {
  greeting: { named: 'Hello {recipient},', unnamed: 'Hello,' },
  atProduct: ' at {product}',
  linkHint: 'If the button does not work, open this link:',
  quotas: {
    sites: '{limit, plural, one {# site} other {# sites}}',
    activeQrs: '{limit, plural, one {# active QR code} other {# active QR codes}}',
    redemptions: '{limit, plural, one {# redemption} other {# redemptions}} this month',
  },
  webhookCauses: { failing: 'deliveries failed for three days', gone: 'it answered 410 Gone' },
  endpoint: 'one of your webhook endpoints',
  security: {
    api_key_created: 'an API key was created',
    api_key_rotated: 'an API key was replaced by a new one',
    device_pairing_opened: 'a device pairing was opened',
    webhook_created: 'a webhook endpoint was created',
    webhook_changed: 'a webhook endpoint was changed',
    webhook_secret_rotated: 'a webhook endpoint got a new secret',
    second_factor_on: 'two-factor authentication was turned on',
    second_factor_off: 'two-factor authentication was turned off',
    password_changed: 'the password was changed',
    sessions_ended: 'all other sessions were ended',
    payout_account_opened: 'the page for payout details was opened',
    staff_invited: 'a person was invited to the staff of a site; the staff list of the site shows who',
    auditor_invited: 'an auditor was invited; the page Auditors shows who',
    email_change_asked: 'another e-mail address was asked for; the link of a mail to it makes the change',
  },
  digest: {
    scans: 'Scans',
    redemptions: 'Redemptions',
    sales: 'Sales',
    commission: 'Commission',
    more: 'Also',
    otherSites: 'Other sites with activity',
    flags: 'Flags to review',
    asDistributor: 'Your QR codes',
    earned: 'Commission earned',
    owed: 'Owed to you',
    owes: 'You owe',
    days: 'Days in {zone}.',
    unsubscribe: 'Unsubscribe',
  },
  mails: {
    verify_address: {
      subject: 'Verify your e-mail address',
      paragraphs: ['Verify that this address is yours. The link works for 7 days.'],
      action: 'Verify address',
      reason:
        'You get this mail because someone registered at {product} with this address, or moved an account to it. If it was not you, ignore it.',
    },
    reset_password: {
      subject: 'Choose a new password',
      paragraphs: ['Use this link to choose a new password. It works once, for one hour.'],
      action: 'Choose a new password',
      reason:
        'You get this mail because someone asked for a new password at {product}. If it was not you, ignore it: your password stays.',
    },
    invite_staff: {
      subject: 'Join the staff of {site}',
      paragraphs: [
        '{site} invites you to redeem benefits for its customers.',
        'The invitation is for {address}: accept it with an account of this address. The link works once, for 7 days.',
      ],
      invitedBy: '{inviter} of {site} invites you to redeem benefits for its customers.',
      action: 'Accept the invitation',
      reason:
        'You get this mail because {site} entered this address at {product}. If you do not know {site}, ignore it.',
    },
    invite_auditor: {
      subject: 'Audit {site}',
      paragraphs: [
        'You are invited to read the redemptions, commissions, payouts and history of {site}, and nothing else, until {lastDay} ({timeZone}).',
        'The invitation is for {address}: accept it with an account of this address. The link works once, for 7 days.',
      ],
      invitedBy:
        '{inviter} invites you to read the redemptions, commissions, payouts and history of {site}, and nothing else, until {lastDay} ({timeZone}).',
      action: 'Accept the invitation',
      reason:
        'You get this mail because {site} entered this address at {product}. If you do not know {site}, ignore it.',
    },
    invite_distributor: {
      subject: 'Promote {site} and earn commission',
      paragraphs: [
        'You are invited to promote a QR code of {site}. Claim it, share it, and earn commission when customers redeem.',
        'The first distributor to claim the QR code becomes its only owner.',
      ],
      invitedBy:
        '{inviter} invites you to promote a QR code of {site}. Claim it, share it, and earn commission when customers redeem.',
      action: 'Open the QR code',
      reason:
        'You get this mail because someone who promotes {site} entered this address at {product}. If you do not know {site}, ignore it.',
    },
    claim_confirmed: {
      subject: 'You claimed a QR code of {site}',
      paragraphs: ['The QR code is yours now. Share its customer link, and earn commission when customers redeem.'],
      action: 'Open my QR codes',
      reason: 'You get this mail because you claimed a QR code of {site} at {product}.',
    },
    payout_generated: {
      subject: 'Payout of {amount} from {site}',
      paragraphs: ['{site} has generated a payout of {amount} for you.'],
      action: 'Open payouts',
      reason: 'You get this mail because you earn commission of {site} at {product}.',
    },
    payout_paid: {
      subject: 'Paid: {amount} from {site}',
      paragraphs: ['{site} has paid your payout of {amount}.'],
      action: 'Open payouts',
      reason: 'You get this mail because you earn commission of {site} at {product}.',
    },
    payout_failed: {
      subject: 'Your payout from {site} failed',
      paragraphs: [
        'A payout from {site} could not be transferred. Check your payout account. What you have earned stays yours.',
      ],
      action: 'Check payout account',
      reason: 'You get this mail because you earn commission of {site} at {product}.',
    },
    payout_not_collected: {
      subject: 'Your payout from {site} failed',
      paragraphs: ["{site}'s payment for your payout did not go through. What you have earned stays payable."],
      action: 'Open payouts',
      reason: 'You get this mail because you earn commission of {site} at {product}.',
    },
    payout_charge_failed: {
      subject: 'Payouts to your distributors failed',
      paragraphs: [
        'The money for your payouts could not be collected. The commission stays payable. Check the payment method of your plan, then generate the payouts again.',
      ],
      action: 'Open payouts',
      reason: 'You get this mail because you own a business at {product}.',
    },
    payout_returned: {
      subject: 'Returned: {amount} from {site}',
      paragraphs: ['Your payout of {amount} from {site} came back. What you have earned is payable again.'],
      action: 'Open payouts',
      reason: 'You get this mail because you earn commission of {site} at {product}.',
    },
    plan_limit_near: {
      subject: 'Your plan is nearly used up',
      paragraphs: ['You use {used} of {quota}. At the limit, nothing more can be added until you change your plan.'],
      action: 'Open subscription',
      reason: 'You get this mail because you own a business at {product}.',
    },
    qr_expiring: {
      subject: 'QR codes of {site} end: {expiresAt}',
      paragraphs: [
        'These QR codes of {site} stop working, the first on {expiresAt}: {qrs}.',
        'To keep printed codes working, edit a QR code and choose that it renews, or reissue it after the end.',
      ],
      action: 'Open QR codes',
      reason: 'You get this mail because you own a business at {product}.',
    },
    webhook_disabled: {
      subject: 'A webhook endpoint was disabled',
      paragraphs: [
        '{product} sends no more messages to {endpoint}, because {cause}.',
        'Once you enable the endpoint, it receives what it missed.',
      ],
      action: 'Open webhooks',
      reason: 'You get this mail because you own a business at {product}.',
    },
    weekly_digest: {
      subject: 'Your week at {product}: {from} – {to}',
      paragraphs: ['This is what happened from {from} to {to}.'],
      action: 'Open the dashboard',
      reason: 'You get this mail because you turned on the weekly digest at {product}.',
    },
    security_notice: {
      subject: 'Security notice: {done}',
      paragraphs: [
        'In your account at {product}: {done}.',
        'If it was not you, change your password, then end all other sessions and choose to revoke API keys, pairings and webhooks.',
      ],
      action: 'Open my account',
      reason: 'You get this mail because of a change to your account at {product}.',
    },
    chain_head: {
      subject: 'Signed proof of the records until {signedAt}',
      paragraphs: [
        'This head covers all {events} events of {product} until {signedAt}, with every redemption, reversal and payout until then, those of your sites among them.',
        'Keep this mail. With the head below, you or your auditor can show later whether anything before that time was changed.',
        '{head}',
      ],
      action: 'Compare an earlier head',
      reason:
        'You get this mail because you own a business at {product}, or look after it. It is sent after each day with new events.',
    },
  },
};
