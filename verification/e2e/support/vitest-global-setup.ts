import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/** A temporary folder that the files of a run share (prepared-data.ts). */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'perktree-prepared-'));
  project.provide('preparedData', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
