import type { SecurityNotice } from '@perktree/contracts/kernel/call';
import type { MailLanguage } from '@perktree/contracts/kernel/common';
import type { MailKind } from '@perktree/contracts/notification/mail';
import type { Quota } from '@perktree/contracts/subscription/plans';
import type { DisabledReason } from '@perktree/contracts/webhook/endpoints';

/** The text of a kind of mail. `{name}` stands for a value of its data or of the sender. */
interface Words {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** The first paragraph of an invitation, where the account that invites has a name. */
  readonly invitedBy?: string;
  /** The label of the link, for mails that have one. */
  readonly action: string;
  /** Why the recipient gets this mail. */
  readonly reason: string;
}

export const GREETING: Readonly<Record<MailLanguage, { readonly named: string; readonly unnamed: string }>> = {
  en: { named: 'Hello {recipient},', unnamed: 'Hello,' },
  es: { named: 'Hola, {recipient}:', unnamed: 'Hola:' },
};

/** Left out of a reason that names the site, where the site has the sender's name. */
export const AT_PRODUCT: Readonly<Record<MailLanguage, string>> = { en: ' at {product}', es: ' en {product}' };

/** Stands before the link in the text part and below the button. */
export const LINK_HINT: Readonly<Record<MailLanguage, string>> = {
  en: 'If the button does not work, open this link:',
  es: 'Si el botón no funciona, abre este enlace:',
};

export const QUOTAS: Readonly<Record<MailLanguage, Readonly<Record<Quota, string>>>> = {
  en: {
    sites: '{limit, plural, one {# site} other {# sites}}',
    activeQrs: '{limit, plural, one {# active QR code} other {# active QR codes}}',
    redemptions: '{limit, plural, one {# redemption} other {# redemptions}} this month',
  },
  es: {
    sites: '{limit, plural, one {# sitio} other {# sitios}}',
    activeQrs: '{limit, plural, one {# código QR activo} other {# códigos QR activos}}',
    redemptions: '{limit, plural, one {# canje} other {# canjes}} de este mes',
  },
};

/** Why a webhook endpoint was disabled. */
export const WEBHOOK_CAUSES: Readonly<Record<MailLanguage, Readonly<Record<DisabledReason, string>>>> = {
  en: { failing: 'deliveries failed for three days', gone: 'it answered 410 Gone' },
  es: { failing: 'las entregas fallaron durante tres días', gone: 'respondió 410 Gone' },
};

/** What a sensitive call has done. */
export const SECURITY: Readonly<Record<MailLanguage, Readonly<Record<SecurityNotice, string>>>> = {
  en: {
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
    email_change_asked: 'another e-mail address was asked for; the link of a mail to it makes the change',
  },
  es: {
    api_key_created: 'se ha creado una clave de API',
    api_key_rotated: 'se ha sustituido una clave de API por otra',
    device_pairing_opened: 'se ha abierto un emparejamiento de dispositivo',
    webhook_created: 'se ha creado un endpoint de webhooks',
    webhook_changed: 'se ha modificado un endpoint de webhooks',
    webhook_secret_rotated: 'un endpoint de webhooks tiene un secreto nuevo',
    second_factor_on: 'se ha activado la autenticación en dos pasos',
    second_factor_off: 'se ha desactivado la autenticación en dos pasos',
    password_changed: 'se ha cambiado la contraseña',
    sessions_ended: 'se han cerrado las demás sesiones',
    payout_account_opened: 'se ha abierto la página de los datos de cobro',
    email_change_asked:
      'se ha pedido otra dirección de correo; el cambio se hace con el enlace de un correo enviado a ella',
  },
};

/** A webhook endpoint whose host is not shown. */
export const ENDPOINT: Readonly<Record<MailLanguage, string>> = {
  en: 'one of your webhook endpoints',
  es: 'uno de tus endpoints de webhooks',
};

/** The labels of a weekly digest. */
export const DIGEST = {
  en: {
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
    days: 'Days in {zone}.',
    unsubscribe: 'Unsubscribe',
  },
  es: {
    scans: 'Escaneos',
    redemptions: 'Canjes',
    sales: 'Ventas',
    commission: 'Comisión',
    more: 'Además',
    otherSites: 'Otros sitios con actividad',
    flags: 'Avisos por revisar',
    asDistributor: 'Tus códigos QR',
    earned: 'Comisión ganada',
    owed: 'Te deben',
    days: 'Días en {zone}.',
    unsubscribe: 'Cancelar la suscripción',
  },
} as const satisfies Readonly<Record<MailLanguage, Readonly<Record<string, string>>>>;

export const WORDS: Readonly<Record<MailLanguage, Readonly<Record<MailKind, Words>>>> = {
  en: {
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
  es: {
    verify_address: {
      subject: 'Confirma tu dirección de correo',
      paragraphs: ['Confirma que esta dirección es tuya. El enlace funciona durante 7 días.'],
      action: 'Confirmar dirección',
      reason:
        'Recibes este correo porque alguien se registró en {product} con esta dirección, o la puso en su cuenta. Si no fuiste tú, ignóralo.',
    },
    reset_password: {
      subject: 'Elige una contraseña nueva',
      paragraphs: ['Usa este enlace para elegir una contraseña nueva. Funciona una vez, durante una hora.'],
      action: 'Elegir contraseña',
      reason:
        'Recibes este correo porque alguien pidió una contraseña nueva en {product}. Si no fuiste tú, ignóralo: tu contraseña no cambia.',
    },
    invite_staff: {
      subject: 'Únete al personal de {site}',
      paragraphs: [
        '{site} te invita a canjear beneficios de sus clientes.',
        'La invitación es para {address}: acéptala con una cuenta de esta dirección. El enlace funciona una vez, durante 7 días.',
      ],
      invitedBy: '{inviter}, de {site}, te invita a canjear beneficios de sus clientes.',
      action: 'Aceptar la invitación',
      reason:
        'Recibes este correo porque {site} indicó esta dirección en {product}. Si no conoces {site}, ignora este correo.',
    },
    invite_auditor: {
      subject: 'Audita {site}',
      paragraphs: [
        'Te invitan a leer los canjes, las comisiones, los pagos y el historial de {site}, y nada más, hasta el {lastDay} ({timeZone}).',
        'La invitación es para {address}: acéptala con una cuenta de esta dirección. El enlace funciona una vez, durante 7 días.',
      ],
      invitedBy:
        '{inviter} te invita a leer los canjes, las comisiones, los pagos y el historial de {site}, y nada más, hasta el {lastDay} ({timeZone}).',
      action: 'Aceptar la invitación',
      reason:
        'Recibes este correo porque {site} indicó esta dirección en {product}. Si no conoces {site}, ignora este correo.',
    },
    invite_distributor: {
      subject: 'Promociona {site} y gana comisión',
      paragraphs: [
        'Te invitan a promocionar un código QR de {site}. Reclámalo, compártelo y gana comisión cuando los clientes lo canjeen.',
        'El primer distribuidor que reclame el código QR será su único titular.',
      ],
      invitedBy:
        '{inviter} te invita a promocionar un código QR de {site}. Reclámalo, compártelo y gana comisión cuando los clientes lo canjeen.',
      action: 'Abrir el código QR',
      reason:
        'Recibes este correo porque alguien que promociona {site} indicó esta dirección en {product}. Si no conoces {site}, ignora este correo.',
    },
    claim_confirmed: {
      subject: 'Has reclamado un código QR de {site}',
      paragraphs: ['El código QR ya es tuyo. Comparte su enlace para clientes y gana comisión cuando lo canjeen.'],
      action: 'Abrir mis códigos QR',
      reason: 'Recibes este correo porque reclamaste un código QR de {site} en {product}.',
    },
    payout_generated: {
      subject: 'Pago de {amount} de {site}',
      paragraphs: ['{site} ha generado un pago de {amount} para ti.'],
      action: 'Abrir pagos',
      reason: 'Recibes este correo porque ganas comisión de {site} en {product}.',
    },
    payout_paid: {
      subject: 'Pagado: {amount} de {site}',
      paragraphs: ['{site} ha pagado tu pago de {amount}.'],
      action: 'Abrir pagos',
      reason: 'Recibes este correo porque ganas comisión de {site} en {product}.',
    },
    payout_failed: {
      subject: 'Tu pago de {site} ha fallado',
      paragraphs: [
        'No se ha podido transferir un pago de {site}. Revisa tu cuenta de cobro. Lo que has ganado sigue siendo tuyo.',
      ],
      action: 'Revisar cuenta de cobro',
      reason: 'Recibes este correo porque ganas comisión de {site} en {product}.',
    },
    payout_not_collected: {
      subject: 'Tu pago de {site} ha fallado',
      paragraphs: ['No se ha podido cobrar a {site} tu pago. Lo que has ganado sigue por pagar.'],
      action: 'Abrir pagos',
      reason: 'Recibes este correo porque ganas comisión de {site} en {product}.',
    },
    payout_charge_failed: {
      subject: 'Los pagos a tus distribuidores han fallado',
      paragraphs: [
        'No se ha podido cobrar el dinero de tus pagos. La comisión sigue por pagar. Revisa el método de pago de tu plan y genera los pagos de nuevo.',
      ],
      action: 'Abrir pagos',
      reason: 'Recibes este correo porque tienes un negocio en {product}.',
    },
    payout_returned: {
      subject: 'Devuelto: {amount} de {site}',
      paragraphs: ['Tu pago de {amount} de {site} ha sido devuelto. Lo que has ganado vuelve a estar por pagar.'],
      action: 'Abrir pagos',
      reason: 'Recibes este correo porque ganas comisión de {site} en {product}.',
    },
    plan_limit_near: {
      subject: 'Tu plan está casi agotado',
      paragraphs: ['Usas {used} de {quota}. Al llegar al límite no podrás añadir más hasta que cambies de plan.'],
      action: 'Abrir suscripción',
      reason: 'Recibes este correo porque tienes un negocio en {product}.',
    },
    qr_expiring: {
      subject: 'Los códigos QR de {site} terminan: {expiresAt}',
      paragraphs: [
        'Estos códigos QR de {site} dejan de funcionar, el primero el {expiresAt}: {qrs}.',
        'Para que los códigos impresos sigan funcionando, edita un QR y elige que se renueve, o renuévalo después.',
      ],
      action: 'Abrir códigos QR',
      reason: 'Recibes este correo porque tienes un negocio en {product}.',
    },
    webhook_disabled: {
      subject: 'Se ha desactivado un endpoint de webhooks',
      paragraphs: [
        '{product} ya no envía mensajes a {endpoint}, porque {cause}.',
        'Cuando actives el endpoint, recibirá lo que se perdió.',
      ],
      action: 'Abrir webhooks',
      reason: 'Recibes este correo porque tienes un negocio en {product}.',
    },
    weekly_digest: {
      subject: 'Tu semana en {product}: {from} – {to}',
      paragraphs: ['Esto es lo que ocurrió del {from} al {to}.'],
      action: 'Abrir el panel',
      reason: 'Recibes este correo porque activaste el resumen semanal en {product}.',
    },
    security_notice: {
      subject: 'Aviso de seguridad: {done}',
      paragraphs: [
        'En tu cuenta de {product}: {done}.',
        'Si no fuiste tú, cambia tu contraseña, cierra después las demás sesiones y elige revocar claves de API, emparejamientos y webhooks.',
      ],
      action: 'Abrir mi cuenta',
      reason: 'Recibes este correo por un cambio en tu cuenta de {product}.',
    },
    chain_head: {
      subject: 'Prueba firmada de los registros hasta el {signedAt}',
      paragraphs: [
        'Esta cabecera cubre los {events} eventos de {product} hasta el {signedAt}, con todos los canjes, las reversiones y los pagos hasta entonces, también los de tus sitios.',
        'Guarda este correo. Con la cabecera de abajo, tú o quien te audite podréis demostrar más adelante si se cambió algo anterior a esa fecha.',
        '{head}',
      ],
      action: 'Comparar una cabecera anterior',
      reason:
        'Recibes este correo porque tienes un negocio en {product} o te ocupas de él. Se envía después de cada día con eventos nuevos.',
    },
  },
};
