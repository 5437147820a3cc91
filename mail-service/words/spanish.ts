import type { MailWords } from './mail-words.ts';

export const SPANISH: MailWords = {
  greeting: { named: 'Hola, {recipient}:', unnamed: 'Hola:' },
  atProduct: ' en {product}',
  linkHint: 'Si el botón no funciona, abre este enlace:',
  quotas: {
    sites: '{limit, plural, one {# sitio} other {# sitios}}',
    activeQrs: '{limit, plural, one {# código QR activo} other {# códigos QR activos}}',
    redemptions: '{limit, plural, one {# canje} other {# canjes}} de este mes',
  },
  webhookCauses: { failing: 'las entregas fallaron durante tres días', gone: 'respondió 410 Gone' },
  endpoint: 'uno de tus endpoints de webhooks',
  security: {
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
    staff_invited:
      'se ha invitado a una persona al personal de un sitio; la lista del personal del sitio muestra a quién',
    auditor_invited: 'se ha invitado a un auditor; la página Auditores muestra a quién',
    email_change_asked:
      'se ha pedido otra dirección de correo; el cambio se hace con el enlace de un correo enviado a ella',
  },
  digest: {
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
    owes: 'Debes',
    days: 'Días en {zone}.',
    unsubscribe: 'Cancelar la suscripción',
  },
  mails: {
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
