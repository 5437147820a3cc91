import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { ONE_NETWORK } from '../e2e/support/product.ts';

const START_TIMEOUT_MS = 90_000;

/** The product did not start again: a violation, as its data cannot be used. */
export class DidNotStart extends Error {
  override readonly name = 'DidNotStart';

  constructor(output: string) {
    super(`the product did not start:\n${output}`);
  }
}

/** A product in a separate process, which may die at any time, even before it is ready. */
export class RigProcess {
  private text = '';
  private readonly ended: Promise<number | null>;

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        this.text += chunk;
      });
    }
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    this.ended = new Promise((done) =>
      child.once('exit', (code) => {
        process.off('exit', kill);
        done(code);
      }),
    );
  }

  /** @param environment complete; nothing is inherited */
  static start(program: string, environment: Readonly<Record<string, string>>): RigProcess {
    const child = spawn(process.execPath, [program], {
      cwd: tmpdir(),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...ONE_NETWORK, PORT: '0', LOG_LEVEL: 'warn', ...environment },
    });
    return new RigProcess(child);
  }

  get output(): string {
    return this.text;
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Its address. Null: it ended before it was ready. @throws Error on timeout */
  async address(): Promise<string | null> {
    for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; ) {
      const url = /PerkTree is ready at (http\S+)/.exec(this.text)?.[1];
      if (url) return url;
      if (this.hasEnded) return null;
      await Promise.race([this.ended, once(this.child.stdout ?? this.child, 'data')]);
    }
    throw new Error(`no address in time:\n${this.text}`);
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** The exit code; null: ended by a signal. */
  end(): Promise<number | null> {
    return this.ended;
  }
}
