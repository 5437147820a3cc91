import type { AuditServiceDeps } from '../deps.ts';
import type { Finding } from '../replay/finding.ts';
import { wholeHistory } from '../replay/history-source.ts';
import { type ComparedTexts, TextChecker, type TextReads } from './text-checker.ts';

/** Compares all texts, names and accounts outside the events with their hashes, without replaying commissions. */
export async function compareTexts(
  store: Pick<AuditServiceDeps['store'], 'readAll' | 'head'>,
  reads: TextReads,
): Promise<{ readonly texts: ComparedTexts | null; readonly findings: readonly Finding[] }> {
  const head = await store.head();
  const findings: Finding[] = [];
  const report = (finding: Finding) => void findings.push(finding);
  const checker = new TextChecker(reads, () => true);
  for await (const page of wholeHistory(store, head)) {
    for (const stored of page) checker.add(stored);
    await checker.compare(report);
  }
  await checker.comparePayees(head, report);
  return { texts: checker.compared, findings };
}
