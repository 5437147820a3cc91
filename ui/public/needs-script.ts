/**
 * Content of a page until its script renders it. It is shown where the script cannot start: without JavaScript, and in browsers that
 * are too old. Those without the unit rlh (iOS before 16.4) ignore the height.
 */
export const NEEDS_SCRIPT = `<noscript>This application needs JavaScript.</noscript>
      <div style="overflow: hidden; max-height: 0rlh">
        <p>
          This browser is too old for this page. Update it (iOS 16.4 or later), or use another browser. At the counter, show this
          page to staff.
        </p>
        <p lang="es">
          Este navegador es demasiado antiguo para esta página. Actualízalo (iOS 16.4 o posterior) o usa otro navegador. En el
          mostrador, enseña esta página al personal.
        </p>
      </div>`;
