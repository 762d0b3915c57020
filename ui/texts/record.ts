import { rowsIn } from './log.ts'

/** Recording rows as a test, and playing the file of a session. */
export const record = {
  record: {
    button: 'Test',
    title: 'Record as a test',
    saves: 'Save the session',
    rows: 'Rows',
    ticks: (taken: number, all: number) => `${taken} of ${all} rows are recorded`,
    notPlayed: (why: string) => `Left out: ${why}.`,
    moreRows: (count: number) => `${count} more rows, which are recorded too.`,
    noRows: 'No row is chosen: tick one.',
    ranges: {
      story: (count: number) => `This story (${count})`,
      phone: (count: number) => `All of this phone (${count})`,
      pinned: (count: number) => `Pinned rows (${count})`,
    },
    as: 'As',
    forms: {
      node: 'test for node --test',
      vitest: 'test for vitest',
      dialogue: 'dialogue (YAML)',
      page: 'page that opens offline (HTML)',
    },
    called: 'Name',
    usualTitle: (id: number) => `Row ${id}`,
    imports: 'Application to import',
    secrets: 'Texts to hide, with commas',
    preview: 'Preview',
    copy: 'Copy',
    copied: 'Copied.',
    download: 'Download',
    aboutPage: 'Phone numbers and PINs are replaced. Drop the file on a simulator’s page to play it again.',
    noProject:
      'To save and run it here, start the simulator with a folder: dev app.js --project ., or simulate app.js --project .',
    asDialogue: 'Record a dialogue instead',
    inProject: 'In your project',
    fileName: 'File',
    save: 'Save',
    saved: (file: string) => `Saved as ${file}`,
    isSaved: 'This file is there already. Run it, or save under another name.',
    run: 'Run',
    running: 'Runs…',
    passed: 'passed',
    failed: 'failed',
  },
  played: {
    none: 'This file has no session. Choose one that you downloaded from a simulator’s page.',
    title: 'A played session',
    drop: 'Drop a session’s file here to play it.',
    of: (title: string) => `Played: ${title}`,
    well: 'all as recorded',
    differs: 'differs',
    counts: (steps: number, all: number, left: number) =>
      `${steps === 1 ? '1 step' : `${steps} steps`}${all === 0 ? '' : ` from ${all - left} of ${rowsIn(all)}`}${left === 0 ? '' : `, ${left} left out`}`,
    stopped: (steps: number, all: number, left: number) =>
      `stopped at step ${steps}${all === 0 ? '' : `; ${all - left} of ${rowsIn(all)} can be played`}`,
    steps: 'Steps',
    left: 'Not played',
  },
}
