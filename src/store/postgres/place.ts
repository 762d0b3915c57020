import type { Pool } from 'pg'

/**
 * The server, database and schema of a store, without its user and password: stores on the same tables have the same. Of a pool that
 * doesn't name its server, such as one with a connector of its own, it tells which pool of this process it is.
 *
 * @param schema in quotes
 */
export function placeOf(source: string | Pool, schema: string): string {
  return `${serverOf(source)}, schema ${schema}`
}

function serverOf(source: string | Pool): string {
  if (typeof source === 'string') return inUrl(source)
  const { connectionString, host, port, database, user, stream } = source.options
  if (stream === undefined && typeof connectionString === 'string' && URL.canParse(connectionString)) {
    return inUrl(connectionString)
  }
  if (stream === undefined) return named(host, port, database, user)
  const number = pools.get(source) ?? ++met
  pools.set(source, number)
  return `pool ${number} of the application`
}

/** As `pg` reads it. */
function inUrl(text: string): string {
  const { hostname, port, pathname, username, searchParams } = new URL(text)
  const host = searchParams.get('host') ?? hostname
  return named(host, searchParams.get('port') ?? port, pathname.slice(1), username)
}

function named(
  host: string | undefined,
  port: string | number | undefined,
  database: string | undefined,
  user = '',
): string {
  const { PGHOST, PGPORT, PGDATABASE } = process.env
  return `${host || PGHOST || 'localhost'}:${port || PGPORT || 5432}/${database || PGDATABASE || user}`
}

const pools = new WeakMap<Pool, number>()
let met = 0
