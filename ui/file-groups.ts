const ENTRY = /[\\/]admin[\\/](index\.html|main\.tsx)$/;

const mui = (names: string) => new RegExp(`@mui[\\\\/]material[\\\\/](internal[\\\\/])?(${names})`);
const either = (...tests: readonly RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'));

/** Modules that every screen uses: dialogs, menus, the brand and the language. */
const WINDOWS = either(
  mui('Dialog|Modal|Popover|Menu|List'),
  /kit[\\/](dialogs|brand-mark|screen-heading)\.|lib[\\/](pending|list-state|use-locale)/,
);
const FIELDS = either(
  mui('TextField|Form|Input|Select|FilledInput|Outlined'),
  /query.*[uU]seMutation|ui[\\/]lib[\\/]forms[\\/]|kit[\\/]form[\\/]form\./,
);
/** The sidebar, the top bar, and modules that the simplest screens use. */
const FRAME = either(
  mui('Avatar|Chip|AppBar|Toolbar|Table'),
  /icons-material|contracts[\\/](kernel[\\/]person-name|qr[\\/]shown-benefit\.)/,
  /ui[\\/]kit[\\/](page|figures|chart[\\/]day)/,
  /ui[\\/]kit[\\/](user-menu|use-site)|ui[\\/]notification[\\/]shared/,
);
/** Lists, and modules that screens with lists use: files, statements and copying. */
const LISTS = either(
  /[\\/](react-virtual|virtual-core)[\\/]/,
  /ui[\\/]kit[\\/](list[\\/](?!picker)|files)|ui[\\/]statement[\\/]shared/,
  /ui[\\/]lib[\\/](download|clipboard|days|token)/,
);
const CONTROLS = either(
  mui('Switch|Checkbox|LinearProgress|Divider|Link|ToggleButton'),
  /ui[\\/]kit[\\/](confirm-button|form[\\/]check-field)/,
);
const PICKER = either(mui('Popper|Autocomplete|useAutocomplete'), /@popperjs|list[\\/]picker/);
/**
 * Groups modules of the application into files. By default, the bundler makes a file for each set of screens that share code.
 * That is about a hundred requests for one screen, of which a browser makes six at a time, and it compresses worse. It would
 * also move the decimal arithmetic into a file that every screen loads. On a slow connection a request takes as long as 100 KB,
 * so a group may contain some code that a screen does not use.
 */
export const FILE_GROUPS = [
  { name: 'money', test: /contracts[\\/]kernel[\\/]money\.ts$/, priority: 13 },
  // Screens that show amounts do without these.
  {
    name: 'decimal',
    test: /decimal\.js|contracts[\\/](kernel[\\/]exact|commission[\\/](registry|v\d).*)\.ts$/,
    priority: 12,
  },
  // Validation of bodies (slim-contracts.ts). Includes the configuration of zod, because a chunk runs its own modules first.
  { name: 'rules', test: /\?bodies$|node_modules[\\/]zod[\\/]|forms[\\/]without-eval/, priority: 11 },
  // Modules of the first load. The entry itself must stay in the manifest.
  { name: 'first', test: (id: string) => !ENTRY.test(id), tags: ['$initial' as const], priority: 8 },
  { name: 'windows', test: WINDOWS, minShareCount: 2, priority: 7 },
  { name: 'fields', test: FIELDS, minShareCount: 2, priority: 6 },
  { name: 'frame', test: FRAME, minShareCount: 2, priority: 4 },
  { name: 'lists', test: LISTS, minShareCount: 2, priority: 3 },
  { name: 'controls', test: CONTROLS, minShareCount: 2, priority: 2 },
  { name: 'picker', test: PICKER, minShareCount: 2, priority: 1 },
];
