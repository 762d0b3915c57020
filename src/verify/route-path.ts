import { VerifierConflictError } from './errors.ts'
import type { Verifier } from './verifier.ts'

/** The path parameter of an `allOf`: one member's at most, because one segment cannot be two secrets. */
export function routePathOfAll(name: string, members: readonly Verifier[]): string | undefined {
  const [routePath, second] = routePathsOf(name, members)
  if (second === undefined) return routePath
  throw new VerifierConflictError(
    name,
    'two members look for a secret in the path, and one segment cannot be both. To accept old secrets, give one secretPath a list',
  )
}

/** The path parameter of an `anyOf`: needed when every member needs it, optional when only some do. */
export function routePathOfAny(name: string, members: readonly Verifier[]): string | undefined {
  const routePaths = routePathsOf(name, members)
  const [parameter, other] = new Set(routePaths.map((routePath) => routePath.replace('?', '')))
  if (parameter === undefined) return undefined
  if (other !== undefined) {
    throw new VerifierConflictError(name, `its members want different path parameters, ${parameter} and ${other}`)
  }
  const needed = routePaths.length === members.length && !routePaths.includes(`${parameter}?`)
  return needed ? parameter : `${parameter}?`
}

function routePathsOf(name: string, members: readonly Verifier[]): string[] {
  const routePaths = members.flatMap((member) => member.routePath ?? [])
  const odd = routePaths.find((routePath) => !/^\/:\w+\??$/.test(routePath))
  if (odd === undefined) return routePaths
  throw new VerifierConflictError(
    name,
    `a member's routePath is ${odd}, and only one parameter such as /:secret combines`,
  )
}
