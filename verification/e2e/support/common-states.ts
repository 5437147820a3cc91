import { button, menuItem, type State } from './states.ts';

export const profile = button('profile menu', 'common:userMenu.open');
export const erase = button('delete dialog', 'account:delete.open');
export const qrDialogs = (name: string): readonly State[] => {
  const more = ['qr-management:menu.open', { name }] as const;
  return [
    button('more menu', ...more),
    button('split dialog', 'qr-management:row.split'),
    button('sibling dialog', 'qr-management:row.sibling'),
    button('edit dialog', 'qr-management:row.edit'),
    menuItem('display dialog', more, 'qr-management:menu.show'),
  ];
};
/** The drawer exists on phones only. On wide windows the sidebar is open and has no button. */
export const drawer: State = {
  name: 'drawer',
  open: async (page, t) => {
    await page.getByRole('button', { name: t('shell:openMenu'), exact: true }).click();
    await page.getByRole('dialog').waitFor();
  },
};
