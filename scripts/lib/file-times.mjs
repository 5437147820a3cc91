import { writeFileSync } from 'node:fs';

/** A reporter of vitest that writes how long each file took, hooks and loading included, to the file of FILE_TIMES: `[{file, seconds}]`. */
export default class FileTimes {
  onTestRunEnd(modules) {
    const times = modules.map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic();
      return { file: module.relativeModuleId, seconds: (collectDuration + setupDuration + duration) / 1000 };
    });
    writeFileSync(process.env.FILE_TIMES, JSON.stringify(times));
  }
}
