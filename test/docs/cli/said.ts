/** What the help of a command doesn't say. */
export interface SaidOfCommand {
  /** What `--json` prints: one value, or a line of several that look alike. */
  readonly json?: object
  /** In what form, where it isn't one JSON value. */
  readonly form?: string
  /** When it ends with 1, besides where something can't be done at all. */
  readonly fails?: string
}

const row = {
  id: 3,
  at: 1795440077310,
  direction: 'push',
  kind: 'checkout',
  method: 'POST',
  url: 'http://localhost/push/checkout/the-secret',
  status: 200,
  ms: 12.4,
  deadline: 30000,
  attempt: 1,
  faults: [],
  words: 'order-1',
  verdict: 'ok',
  about: { billId: '0a1b2c3d', reference: 'order-1' },
}

const entry = {
  kind: 'checkout',
  id: 'checkout:checkoutId:0a1b2c3d|paid',
  state: 'dead',
  lane: 'checkout:checkoutId:0a1b2c3d',
  reference: 'order-1',
  conflictsWith: null,
  receivedAt: '2026-11-20T10:00:00.000Z',
  dueAt: '2026-11-20T10:05:00.000Z',
  finishedAt: null,
  replay: false,
  awaitsReplay: false,
  attempts: [],
  failures: 0,
  reason: null,
  review: null,
}

const session = {
  kind: 'ussd',
  sessionId: '3f0c9b1e',
  phone: '+233...000',
  startedAt: '2026-11-20T10:00:00.000Z',
  lastAt: '2026-11-20T10:00:20.000Z',
  turns: 4,
  isOver: true,
  fallbacks: 0,
}

/** By the words of the command. A command that isn't here is shown by its help alone. */
export const said: Readonly<Record<string, SaidOfCommand>> = {
  'replay-day': {
    json: {
      registration: 'default',
      from: '2026-11-23T00:00:00.000Z',
      to: '2026-11-24T00:00:00.000Z',
      played: 1204,
      same: 1100,
      changed: 8,
      stopped: 96,
      changes: [
        {
          was: 'How many?',
          now: 'How many bags?',
          kind: 'ussd',
          turn: 2,
          at: 'ask:whole Howmanybags',
          sessions: [{ sessionId: '3f0c9b1e', phone: '+233...000' }],
        },
      ],
      stops: [{ kind: 'ussd', why: 'once order', sessions: [{ sessionId: '5b8d02aa', phone: '+233...001' }] }],
      entries: {
        read: 3120,
        same: 3118,
        changed: 2,
        skipped: 0,
        changes: [
          {
            kind: 'checkout',
            what: ['identity', 'outcome'],
            differences: [
              { what: 'identity', was: 'checkout:checkoutId:a1b2|failed', now: 'checkout:checkoutId:a1b2|paid' },
              { what: 'outcome', was: 'failed', now: 'paid' },
            ],
            count: 2,
            ids: ['checkout:checkoutId:a1b2|failed', 'checkout:checkoutId:c3d4|failed'],
          },
        ],
        skips: [],
      },
    },
    fails: 'a screen changed, or the application can’t be built',
  },
  'check-sessions': {
    json: {
      registration: 'default',
      open: 214,
      holds: 205,
      breaks: 9,
      unjudged: 0,
      left: 0,
      findings: [
        {
          verdict: 'breaks',
          kind: 'ussd',
          becomes: 'restart',
          step: 2,
          recorded: 'ask:whole Howmany',
          found: 'choose Size',
          place: 'dist/app.js:41:29',
          sessions: [{ sessionId: '3f0c9b1e', phone: '+233...000' }],
        },
      ],
      readOtherwise: [
        { kind: 'ussd', at: 'confirm Paynow', sessions: [{ sessionId: '5b8d02aa', phone: '+233...001' }] },
      ],
    },
    fails: 'an open session would break, or the application can’t be built',
  },
  stop: { json: { kind: 'ussd', stopped: true, changed: true } },
  start: { json: { kind: 'ussd', stopped: false, changed: true } },
  stops: {
    json: {
      stops: [{ kind: 'ussd', by: 'Ama', reason: 'the new menu shows no prices', since: '2026-11-20T10:00:00.000Z' }],
    },
  },
  backup: {
    json: {
      at: '2026-11-20T10:00:00.000Z',
      files: [
        { file: '/backup/monday/merchant.db', bytes: 1048576 },
        { file: '/backup/monday/merchant.db-turns', bytes: 524288 },
      ],
    },
    fails: 'a copy is there already, the store is no store, or a file can’t be written. Then no half of a backup stays',
  },
  reseal: {
    json: { resealed: 1840, closed: 0, isDone: true },
    fails:
      'a value opens with none of the secrets, or the application changed what is sealed under an old one at each look',
  },
  erase: {
    json: {
      phone: '+233...000',
      dryRun: false,
      erased: 12,
      masked: 3,
      kept: [{ kind: 'inboundMessage', id: 'inboundMessage:0a1b2c3d', state: 'waiting', why: 'open' }],
      payments: [
        {
          kind: 'checkout',
          id: 'checkout:checkoutId:5f2e9c|paid',
          reference: 'order-1',
          why: 'books',
          until: null,
        },
      ],
      othersKept: 1,
      keptOthers: [{ kind: 'inboundMessage', id: 'inboundMessage:4c5d6e7f' }],
      sessions: 4,
      results: 3,
      effects: 2,
      sessionsKept: 1,
      keptSessions: [{ kind: 'ussd', id: 'b1946ac9', why: 'open', until: '2026-11-27T10:01:30.000Z' }],
      resultsKept: 1,
      keptResults: [
        {
          name: 'receipt',
          why: 'entry',
          entry: 'checkout:checkoutId:5f2e9c|paid',
          until: '2026-12-27T10:00:00.000Z',
        },
      ],
      elsewhere: [{ registration: 'tickets', entries: 2, sessions: 0 }],
      remains: ['/srv/shop/merchant.db'],
    },
    fails: 'the application that owns the files does not erase in time. It does when it can',
  },
  export: {
    form: '`--json` prints the same, or with `--out` the name of the file, and how many entries and sessions it has.',
    fails: 'the file is there already',
  },
  init: {
    json: {
      folder: '/home/ama/my-shop',
      name: 'my-shop',
      language: 'js',
      written: ['package.json', 'app.js'],
      added: ['.env'],
      kept: ['.gitignore'],
      installed: true,
    },
    fails:
      'a file that it would write is there already, or npm install or npm test failed. Ctrl-C while npm runs keeps the files, and says what is left to run',
  },
  run: {
    json: {
      passed: 1,
      failed: 0,
      updated: 0,
      dialogues: [
        {
          file: 'stories/tea.yaml',
          title: 'Tea, paid at once',
          seed: 1621417913,
          steps: [{ does: "dial '*713#'", place: 'stories/tea.yaml:5', screen: 'Welcome', problem: null, ms: 8.9 }],
          problem: null,
          state: 'passed',
          ms: 278,
        },
      ],
    },
    fails: 'a dialogue failed',
  },
  replay: {
    json: {
      replayed: 1,
      failed: 0,
      pushes: [{ name: 'checkout/paid-camel', kind: 'checkout', expected: 200, status: 200, ms: 12.4, problem: null }],
    },
    fails: 'a push was answered with another status than its fixture expects',
  },
  dev: {
    json: { event: 'up', url: 'http://127.0.0.1:43211', ms: 612, starts: 1 },
    form: 'Each line has an `event`. The first is `ready`, with `page`, `url` and `variables`. `down` has a `problem`, or null. `up`:',
    fails: 'the port is taken, there is no such file, or your own command has ended. Ctrl-C ends with 0',
  },
  simulate: {
    json: row,
    form: 'The first line has `url`, `variables`, `pushesTo`, `profile` and `faults`. Each push and call is a line like this:',
    fails: 'the port is taken, or the module has no application. Ctrl-C ends with 0',
  },
  dial: {
    json: {
      turn: 2,
      act: 'answer',
      entered: '1',
      problem: null,
      ms: 11.2,
      prompt: { amount: 5, description: 'Tea' },
      notices: [],
      isOpen: false,
      limit: 7000,
      screen: 'Approve the prompt',
      type: 'release',
      error: null,
      status: 200,
      reply: { Type: 'Release', Message: 'Approve the prompt', Amount: 5, Description: 'Tea' },
    },
    form: 'Each turn is a line like this. A message to the phone is a line with `message`.',
    fails:
      'answers were piped in, and the phone showed an error in place of a screen, or a line was not asked for. The key Ctrl-C hangs up, waits for no answer, and ends with 0',
  },
  trigger: {
    json: {
      pushes: [
        {
          kind: 'checkout',
          method: 'POST',
          url: 'http://localhost/push/checkout/the-secret',
          body: '{"ResponseCode":"0000"}',
          reply: { status: 200, body: '{"status":"received"}' },
          ms: 12.4,
          deadline: 30000,
          attempt: 1,
          faults: [],
          verdict: 'ok',
        },
      ],
      counts: { accepted: 1, handled: 1 },
    },
    fails: 'a push without a fault was not taken',
  },
  doctor: {
    json: {
      ok: false,
      counts: { fine: 12, warning: 0, error: 1, skipped: 3 },
      findings: [
        {
          check: '.env',
          level: 'error',
          says: 'It can be read by every user of this machine.',
          remedy: 'chmod 600 .env',
          place: null,
        },
      ],
    },
    fails: 'an error was found. Warnings end with 0',
  },
  urls: { json: [{ kind: 'ussd', method: 'POST', url: 'https://shop.example/push/ussd/the-secret' }] },
  'inbox list': { json: { entries: [entry], next: null }, form: 'With `--all` each entry is a line. Else:' },
  'inbox count': { json: { waiting: 0, running: 0, done: 12, dead: 1, rejected: 0, needsReview: 1 } },
  'inbox get': {
    json: {
      ...entry,
      masked: true,
      problem: null,
      event: { kind: 'checkout' },
      request: { method: 'POST', body: {} },
      notes: [{ at: '2026-11-20T11:00:00.000Z', by: 'Ama', note: 'the payer called' }],
    },
    fails: 'there is no such entry, or several have the reference',
  },
  'inbox replay': {
    json: { id: entry.id, replayed: true },
    fails: 'there is no such entry, it waits or runs already, or it is asked for already',
  },
  'inbox redrive': { json: { redriven: 1, skipped: 0, total: 1 } },
  'inbox settle': { json: { settled: 1, skipped: 0, total: 1 } },
  'inbox export': {
    fails: 'there is no such entry, or the file is there already',
    form: 'It prints the fixture as JSON with and without `--json`.',
  },
  trail: {
    json: {
      lines: [
        {
          at: '2026-11-20T10:00:00.000Z',
          act: 'replay',
          by: 'Ama',
          entry: entry.id,
          about: null,
          reason: 'the ledger is open',
        },
      ],
      next: null,
    },
    form: 'With `--all` each line is one of JSON. Else:',
  },
  'sessions list': { json: { sessions: [session], next: null }, form: 'With `--all` each session is a line. Else:' },
  'sessions get': {
    json: {
      sessions: [
        {
          ...session,
          transcript: [
            {
              at: '2026-11-20T10:00:00.000Z',
              sequence: 1,
              type: 'initiation',
              entered: '*713#',
              screen: 'Tea?',
              source: 'handler',
              ms: 13,
              isFallback: false,
            },
          ],
        },
      ],
    },
    fails: 'there is no such session',
  },
}
