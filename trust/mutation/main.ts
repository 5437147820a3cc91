import { ROOT } from '@perktree/e2e/support/product';
import { withServer } from '../attacks/with-server.ts';
import { copyTree } from '../planted-bugs/copy-tree.ts';
import { mutate, type Score } from './mutate.ts';
import { TARGETS } from './targets.ts';

/** Of all mutants, in percent. */
const WANTED = 95;

const words = process.argv.slice(2);
const targets = TARGETS.filter(({ file }) => words.length === 0 || words.some((word) => file.includes(word)));
const scores = await withServer(async ({ adminUrl }) => {
  const { folder, remove } = copyTree(ROOT);
  const done: Score[] = [];
  try {
    for (const target of targets) {
      const score = await mutate(folder, target, adminUrl);
      done.push(score);
      console.log(`${score.mutants - score.survivors.length} of ${score.mutants} killed: ${score.file}`);
      for (const { line, before, after } of score.survivors) {
        console.log(`  line ${line}: ${oneLine(before)} → ${after === '' ? '(nothing)' : oneLine(after)}`);
      }
    }
  } finally {
    remove();
  }
  return done;
});

const mutants = scores.reduce((sum, score) => sum + score.mutants, 0);
const survived = scores.reduce((sum, { survivors }) => sum + survivors.length, 0);
const percent = mutants === 0 ? 0 : (100 * (mutants - survived)) / mutants;
console.log(`${mutants - survived} of ${mutants} mutants killed: ${percent.toFixed(1)} %`);
process.exitCode = percent >= WANTED ? 0 : 1;

function oneLine(code: string): string {
  return code.replace(/\s+/g, ' ').slice(0, 110);
}
