import type { MailBrand } from '@perktree/contracts/notification/mail';

/** The icon of the product (ui/assets/icon.svg) as a PNG of 96 × 96 pixels, in base64. */
const LOGO_PNG = [
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABgBAMAAAAQtmoLAAAAMFBMVEVMaXEhcFscalYZaFUca1YbalUda1f///8YaFPz9/YqdGGOtavb6OX09/',
  'fD2NSYvLNBdyP8AAAABnRSTlMA/oAly1ueyl1kAAAACXBIWXMAAAsSAAALEgHS3X78AAACR0lEQVRYw+2Yv0vDQBTHg9U/INqG+AOxiHt1cLYg',
  'na3/QVCO0MUxBK2SJRSdnIoFhy6lujnp4OLkIM4iuDj5H+jq5XK5S5N36b1BCtLvlpf7JPcu773cO8PgKu3vWkQhZ3ejZmS01TCV4ylhHq5nxh',
  'cNj5ERYsYkY2WuyfGlOtFQWfrRtHQApyImpDWeEsmkqkRT8/H4OUsXcPYYsEm0tcCAuj5Qxrgs3EbMKJ5TFQPQdSpZGMCpoVxgTsxCgNuhCiFg',
  'x9gGzJ2lW6p+B7h1YDSB5y+/XlF93AHvqECLFHx5TKc2tEzAd77wuB6gb93IG1cS4AkCABduEqAHODEF/g9QGBogcNFWBx8IFIU3CNAE6nqeDy',
  'YQCJCOSf3umVCKwgBxFz3vMiT6AIneQP4CYPWIKp4SvwjVgMvqUVSSojeIi1AJHF0lipZVXHyrAPfHA3UWKoDzLgz4w4kCeaeLAb+fXdalbjFg',
  'u6MfLgzGAINsaLTGAEOR1jyhzycKtFQ+DBRAtCB2NuOkMQu4QbTkfTtM53TKmAOCx3caBtcvdrpqSGMOcFd55HyGsi6ljHngnt87DuRv1xbGPO',
  'A883sntqytgTBaOUDEtj+U1TtlnAL/BUCHRhJ8bRl8byL42kDwaYd3I5VAtDDyBEr2rdLIdSi3oW7ASiNLUbEzThmTXWVqo8v+aNm9tzTyjW6T',
  'oFQBN+sFOoDbAXX/sINvONAtDbppwrdl6MYP3Vrim1d0e4xuwPEtPvoQAX9MgT4IwR+14A9z9I+LfgHS9jjVK4DXOgAAAABJRU5ErkJggg==',
].join('');

/** The picture in a mail's head. Null: the brand has none. */
export const logoOf = (brand: MailBrand | null): Buffer | null =>
  brand === null ? Buffer.from(LOGO_PNG, 'base64') : brand.logo;
