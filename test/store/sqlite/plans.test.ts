import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { BacklogState } from '../../../src/store/backlog.ts'
import type { EntryQuery } from '../../../src/store/inbox-store.ts'
import { inboxSchema } from '../../../src/store/sqlite/inbox/inbox-schema.ts'
import { InboxWriter } from '../../../src/store/sqlite/inbox/inbox-writer.ts'
import { EntryReader } from '../../../src/store/sqlite/look/entry-reader.ts'
import { PeopleReader, PeopleTables } from '../../../src/store/sqlite/people/people-tables.ts'
import { Undo } from '../../../src/store/sqlite/rows/undo.ts'
import { SessionReader } from '../../../src/store/sqlite/turns/session-reader.ts'
import { turnsSchema } from '../../../src/store/sqlite/turns/turns-schema.ts'
import { TurnsWriter } from '../../../src/store/sqlite/turns/turns-writer.ts'
import type { SessionQuery } from '../../../src/store/turn-store.ts'

interface Plan {
  readonly sql: string
  /** How SQLite finds its rows, a line for each table. */
  readonly steps: readonly string[]
}

/** The plans of everything that is prepared over a schema: made without statistics, as they are in an application. */
function plansOf(schema: readonly string[], prepare: (connection: DatabaseSync) => void): readonly Plan[] {
  const connection = new DatabaseSync(':memory:')
  for (const step of schema) connection.exec(step)
  const texts = new Set<string>()
  const real = connection.prepare.bind(connection)
  connection.prepare = (sql) => {
    texts.add(sql)
    return real(sql)
  }
  prepare(connection)
  const plans = [...texts].map((sql) => ({
    sql: sql.trim().replace(/\s+/g, ' '),
    steps: real(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail)),
  }))
  connection.close()
  return plans
}

const inbox = plansOf(inboxSchema, (connection) => {
  new InboxWriter(connection, new Undo(), [])
  new EntryReader(connection)
  new PeopleTables(connection)
  new PeopleReader(connection)
})
const turns = plansOf(turnsSchema, (connection) => {
  new TurnsWriter(connection, new Undo(), [])
  new SessionReader(connection)
})

// A handful of rows each, one for thousands of entries, and one that computes.
const small = [
  'registrations',
  'key_floors',
  'arrivals',
  'session_arrivals',
  'sqlite_sequence',
  'requests',
  'erasures',
  'usage',
  'CONSTANT ROW',
]
// Once, when the file is opened.
const atTheStart = 'sum(weight)'

describe.each([
  ['inbox', inbox],
  ['turns', turns],
])('what is asked of the file of the %s', (_file, plans) => {
  it('reads no table from end to end', () => {
    expect(plans.length).toBeGreaterThan(20)
    const whole = plans.flatMap(({ sql, steps }) =>
      steps
        .filter((step) => step.startsWith('SCAN') && !small.includes(step.slice(5)) && !sql.includes(atTheStart))
        .map((step) => `${step}: ${sql}`),
    )
    expect(whole).toEqual([])
  })

  it('sorts nothing that could be long', () => {
    const sorted = plans.filter(({ steps }) => steps.some((step) => step.includes('TEMP B-TREE'))).map(({ sql }) => sql)
    // The few entries of one identity, and a row for each kind at most.
    expect(sorted.filter((sql) => !sql.includes('FROM keys k') && !sql.includes('FROM stops'))).toEqual([])
  })
})

describe('what is kept of one person', () => {
  it('is found by their phone, and by whose it is', () => {
    const plans = plansOf(turnsSchema, (connection) => {
      new SessionReader(connection).person({ registration: 'default', phoneKey: 'a digest', whose: ['a digest'] }, 0)
    }).map(({ steps }) => steps.join('; '))
    // Those before it are the reader's own, for lists of a time.
    expect(plans.slice(-2)).toEqual([
      expect.stringMatching(/SEARCH s USING INDEX sessions_by_phone .*; SEARCH r USING PRIMARY KEY .*key=/),
      expect.stringMatching(/SEARCH e USING INDEX effects_by_whose \(registration=\? AND whose=\?\)/),
    ])
  })
})

describe('the backlog', () => {
  it.each<{ states: readonly BacklogState[] | undefined; looked: readonly string[] }>([
    { states: ['waiting'], looked: [] },
    { states: ['dead'], looked: ['dead'] },
    { states: ['rejected'], looked: ['rejected'] },
    { states: undefined, looked: ['dead', 'rejected'] },
  ])('looks at the states that are asked for, and at no other: $states', ({ states, looked }) => {
    const plans = plansOf(inboxSchema, (connection) => {
      connection.exec("INSERT INTO registrations (name) VALUES ('default')")
      new EntryReader(connection).backlog('default', [], states)
    })
    const ended = plans.filter(({ sql }) => sql.includes('FROM ends n CROSS JOIN entries') && sql.includes('GROUP BY'))
    expect(ended.map(({ sql }) => /WHERE n\.registration = \? AND n\.state = '(\w+)' GROUP BY/.exec(sql)?.[1])).toEqual(
      looked,
    )
    for (const { steps } of ended) expect(steps[0]).toMatch(/^SEARCH n USING .*\(registration=\? AND state=\?\)$/)
  })
})

describe('the entries of a name', () => {
  const plansOfName = (column: string, filter: Omit<EntryQuery, 'registration' | 'limit'>) =>
    plansOf(inboxSchema, (connection) => {
      connection.exec("INSERT INTO registrations (name) VALUES ('default')")
      const reader = new EntryReader(connection)
      reader.list({ registration: 'default', limit: 1, ...filter }, [])
      reader.count({ registration: 'default', ...filter }, [])
    }).filter(({ sql }) => sql.includes(`p.${column} = ?`) || sql.includes('FROM entries e NOT INDEXED'))

  it.each<{ columns: readonly string[]; filter: Omit<EntryQuery, 'registration' | 'limit'> }>([
    { columns: ['session'], filter: { session: 'ussd:1' } },
    {
      columns: ['session'],
      filter: { session: 'ussd:1', kinds: ['ussdPayment'], states: ['waiting', 'running', 'done'] },
    },
    { columns: ['session'], filter: { session: 'ussd:1', kinds: ['askedPayment'], states: ['running', 'dead'] } },
    { columns: ['session'], filter: { session: 'ussd:1', states: ['dead'] } },
    { columns: ['reference'], filter: { reference: 'order-1' } },
    { columns: ['phone', 'other_phone'], filter: { phone: 'a digest' } },
  ])('are found by it in each block, and no other is looked at: $filter', ({ columns, filter }) => {
    const [first = ''] = columns
    const [named, ...listed] = plansOfName(first, filter)
    for (const column of columns) {
      expect(named?.steps).toContain(
        `SEARCH p USING COVERING INDEX entries_${column} (registration=? AND <expr>=? AND ${column}=?)`,
      )
    }
    expect(listed).toHaveLength(2)
    for (const { steps } of listed) {
      expect(steps.find((step) => step.startsWith('SEARCH e'))).toBe('SEARCH e USING INTEGER PRIMARY KEY (rowid=?)')
    }
  })
})

describe('the backlog', () => {
  const [open, ended] = plansOf(inboxSchema, (connection) => {
    connection.exec("INSERT INTO registrations (name) VALUES ('default')")
    new EntryReader(connection).backlog('default', [])
  }).filter(
    ({ sql }) =>
      sql.includes('CROSS JOIN entries e ON e.seq = o.seq WHERE') || sql.includes('n.seq WHERE n.registration'),
  )

  it('looks at what waits and runs, whatever is done', () => {
    expect(open?.steps).toEqual([
      'SEARCH o USING PRIMARY KEY (registration=?)',
      'SEARCH e USING INTEGER PRIMARY KEY (rowid=?)',
      'USE TEMP B-TREE FOR GROUP BY',
    ])
  })

  it('looks at what is dead or rejected by the index of states', () => {
    expect(ended?.steps).toEqual([
      'SEARCH n USING COVERING INDEX ends_by_state (registration=? AND state=?)',
      'SEARCH e USING INTEGER PRIMARY KEY (rowid=?)',
      'USE TEMP B-TREE FOR GROUP BY',
    ])
  })
})

describe('the entries that need review', () => {
  it('are found by that, newest first, however many others there are', () => {
    const plans = plansOf(inboxSchema, (connection) => {
      connection.exec("INSERT INTO registrations (name) VALUES ('default')")
      const reader = new EntryReader(connection)
      reader.list({ registration: 'default', needsReview: true, limit: 1 }, [])
      reader.count({ registration: 'default', needsReview: true }, [])
    })
    const asked = plans.filter(({ sql }) => sql.includes('FROM reviews r CROSS JOIN'))
    expect(asked.map(({ steps }) => steps.find((step) => step.startsWith('SEARCH r')))).toEqual([
      'SEARCH r USING INDEX reviews_open (registration=? AND seq>? AND seq<?)',
      'SEARCH r USING INDEX reviews_open (registration=? AND seq>? AND seq<?)',
    ])
    const [list] = asked
    expect(list?.steps.join()).not.toContain('TEMP B-TREE')
  })
})

describe('what an operator looks at', () => {
  const plansOfAsking = (ask: (reader: EntryReader) => void) =>
    plansOf(inboxSchema, (connection) => {
      connection.exec("INSERT INTO registrations (name) VALUES ('default')")
      ask(new EntryReader(connection))
    })

  it('finds what contradicts another by an index, to list and to count it', () => {
    const asked = plansOfAsking((reader) => {
      reader.list({ registration: 'default', conflicts: true, limit: 1 }, [])
      reader.count({ registration: 'default', conflicts: true, most: 1_000 }, [])
    }).filter(({ sql }) => sql.includes('e.conflicts_with IS NOT NULL'))
    expect(asked.map(({ steps }) => steps.find((step) => step.includes('entries_conflicts')))).toEqual([
      'SEARCH e USING INDEX entries_conflicts (registration=? AND seq>? AND seq<?)',
      'SEARCH e USING INDEX entries_conflicts (registration=? AND seq>? AND seq<?)',
    ])
    expect(asked.flatMap(({ steps }) => steps.filter((step) => step.includes('ORDER BY')))).toEqual([])
  })

  it('finds one entry by its place: by its number, without a sort', () => {
    const [list] = plansOfAsking((reader) => {
      reader.list({ registration: 'default', cursor: '15000', limit: 1 }, [])
    }).filter(({ sql }) => sql.includes('e.seq <= ? ORDER BY e.seq DESC LIMIT'))
    expect(list?.steps[0]).toBe('SEARCH e USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)')
    expect(list?.steps.join()).not.toContain('TEMP B-TREE')
  })

  it.each(['dead', 'rejected'] as const)(
    'lists what is %s newest first by an index of it, whatever is done',
    (state) => {
      const [list] = plansOfAsking((reader) => {
        reader.list({ registration: 'default', states: [state], limit: 1 }, [])
      }).filter(({ sql }) => sql.includes('ORDER BY n.seq DESC'))
      expect(list?.steps[0]).toMatch(`SEARCH n USING INDEX ends_${state} (registration=? AND seq>? AND seq<?)`)
      expect(list?.steps.join()).not.toContain('TEMP B-TREE')
    },
  )

  it.each([
    { heads: false, place: 'seq>? AND seq<?' },
    { heads: true, place: 'seq=?' },
  ])('lists what waits in a lane by its places, and the first by one: $heads', ({ heads, place }) => {
    const [list] = plansOfAsking((reader) => {
      reader.list({ registration: 'default', states: ['waiting', 'running'], lane: 'a', heads, limit: 1 }, [])
    }).filter(({ sql }) => sql.includes('o.lane = ?'))
    expect(list?.steps[0]).toBe(`SEARCH o USING PRIMARY KEY (registration=? AND lane=? AND ${place})`)
    expect(list?.steps.join()).not.toContain('TEMP B-TREE')
  })

  it.each<Partial<EntryQuery>>([
    { lane: 'a', heads: true },
    { states: ['waiting', 'running'] },
    { states: ['dead'] },
    { states: ['rejected'] },
    { needsReview: true },
  ])('goes through no table for each entry that it lists: %o', (filter) => {
    const asked = plansOfAsking((reader) => {
      reader.list({ registration: 'default', ...filter, limit: 1 }, [])
    }).filter(({ sql }) => sql.includes('ORDER BY'))
    expect(asked.flatMap(({ steps }) => steps.filter((step) => /^SCAN [enor]\b/.test(step)))).toEqual([])
  })

  it.each<Omit<EntryQuery, 'registration' | 'limit'>>([
    { kinds: ['deliveryReport'] },
    { kinds: ['deliveryReport'], states: ['done'] },
    { kinds: ['deliveryReport', 'fulfilment'] },
    { kinds: ['deliveryReport', 'fulfilment'], states: ['done', 'rejected'] },
  ])('lists and counts a kind by an index of it, however many others there are: %o', (filter) => {
    const asked = plansOfAsking((reader) => {
      reader.list({ registration: 'default', ...filter, limit: 1 }, [])
      reader.count({ registration: 'default', ...filter, most: 1_000 }, [])
    }).filter(({ sql }) => /e\.kind (?:=|IN)/.test(sql))
    expect(asked.length).toBeGreaterThan(1)
    for (const { steps } of asked) {
      expect(steps.find((step) => step.startsWith('SEARCH e'))).toMatch(
        /USING (?:COVERING )?INDEX entries_kind \(kind=\? AND registration=\?/,
      )
      expect(steps.join()).not.toContain('TEMP B-TREE FOR ORDER BY')
    }
  })

  it('lists and counts what arrived at a time by numbers, from the first that may be of it', () => {
    const asked = plansOfAsking((reader) => {
      reader.list({ registration: 'default', states: ['done'], since: 1, limit: 1 }, [])
      reader.count({ registration: 'default', states: ['done'], since: 1, most: 1_000 }, [])
    }).filter(({ sql }) => sql.includes('AND e.received_at >= ?'))
    expect(asked.map(({ steps }) => steps.find((step) => step.startsWith('SEARCH e')))).toEqual([
      'SEARCH e USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)',
      'SEARCH e USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)',
    ])
  })

  it('counts what is done up to a number by the index of states, without a look at any entry', () => {
    const [counted] = plansOfAsking((reader) => {
      reader.count({ registration: 'default', states: ['done'], most: 1_000 }, [])
    }).filter(({ sql }) => sql.includes('FROM (SELECT state FROM ends') || sql.includes('( SELECT state FROM ends'))
    expect(counted?.steps).toContain('SEARCH ends USING COVERING INDEX ends_by_state (registration=? AND state=?)')
    expect(counted?.steps.join()).not.toContain('entries')
  })

  it('counts it without follow-ups by the index of the other kinds, and lists it so by its places', () => {
    const asked = plansOfAsking((reader) => {
      reader.count({ registration: 'default', omitDoneFollowUps: true, most: 1_000 }, [])
      reader.list({ registration: 'default', omitDoneFollowUps: true, limit: 1 }, [])
    })
    const [counted] = asked.filter(({ sql }) => sql.includes('e.kind IN (SELECT'))
    const [list] = asked.filter(({ sql }) => sql.includes('e.kind NOT IN ('))
    expect(counted?.steps).toContain(
      'SEARCH e USING INDEX entries_kind (kind=? AND registration=? AND rowid>? AND rowid<?)',
    )
    expect(list?.steps[0]).toBe('SEARCH e USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)')
    expect(list?.steps.join()).not.toContain('TEMP B-TREE')
  })
})

describe('the sessions that an operator looks at', () => {
  const planOf = (query: Omit<SessionQuery, 'registration' | 'limit'>) =>
    plansOf(turnsSchema, (connection) => {
      new SessionReader(connection).sessions({ registration: 'default', limit: 1, ...query })
    })
      .filter(({ sql }) => sql.includes('ORDER BY number DESC'))
      .map(({ steps }) => steps.filter((step) => step !== 'SCALAR SUBQUERY 1' && !step.includes('registrations')))

  it.each<[what: Omit<SessionQuery, 'registration' | 'limit'>, step: string]>([
    [{ cursor: '9' }, 'SEARCH sessions USING INTEGER PRIMARY KEY (rowid<?)'],
    [{ since: 1 }, 'SEARCH sessions USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)'],
    [{ until: 1, cursor: '9' }, 'SEARCH sessions USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)'],
    [{ kind: 'ussd' }, 'SEARCH sessions USING INDEX sessions_by_kind (kind=? AND registration=?)'],
    [
      { kind: 'ussd', since: 1 },
      'SEARCH sessions USING INDEX sessions_by_kind (kind=? AND registration=? AND rowid>? AND rowid<?)',
    ],
    [{ kind: 'ussd', phoneKey: 'a' }, 'SEARCH sessions USING INDEX sessions_by_phone (registration=? AND phone_key=?)'],
  ])('are found by an index that has them newest first: %o', (query, step) => {
    expect(planOf(query)).toEqual([[step]])
  })
})

describe('a turn', () => {
  it('finds its session by its id, however many are open', () => {
    const found = turns.filter(({ sql }) => /SELECT .* FROM sessions .*session_id = \?/.test(sql))
    expect(found.map(({ steps }) => steps)).toEqual([
      ['SEARCH sessions USING INDEX sessions_by_id (registration=? AND session_id=?)'],
    ])
  })

  it('goes through open sessions only where their work is left', () => {
    const all = turns.filter(({ steps }) => steps.some((step) => step.endsWith('(registration=? AND is_retired=?)')))
    expect(all.map(({ sql }) => sql)).toEqual([
      'SELECT kind, session_id, owner FROM sessions WHERE registration = ? AND is_retired = 0 AND work_holder = ?',
    ])
  })
})
