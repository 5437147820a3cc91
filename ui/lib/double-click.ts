const CONTROLS = 'button, a[href], [role=menuitem], [role=option]';
const controlOf = ({ target }: Event) => (target instanceof Element ? target.closest(CONTROLS) : null);

/**
 * Drops the second click of a double click where the first has put another control under the pointer, such as the button of
 * the next row. @returns ends it
 */
export function dropStrayClicks(): () => void {
  let first: Element | null = null;
  const onClick = (event: MouseEvent) => {
    const control = controlOf(event);
    if (event.detail < 2) first = control;
    else if (control !== null && control !== first) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  addEventListener('click', onClick, true);
  return () => removeEventListener('click', onClick, true);
}
