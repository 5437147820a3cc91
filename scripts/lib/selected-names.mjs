/** The words of a command line that select test files: neither options, nor the value after one. */
export function selectedNames(words) {
  const takesNext = (word = '') => word.startsWith('-') && !word.includes('=');
  return words
    .filter((word, n) => !word.startsWith('-') && !takesNext(words[n - 1]))
    .map((word) => word.replace(/^\.\//, ''));
}
