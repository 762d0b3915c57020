import { kinds } from '../pushes/kinds.ts'
import { checkNames, checkWord } from './check-arguments.ts'
import { FMW_SIMULATOR_OPTION } from './errors.ts'
import { type Profile, type ProfileName, profileNames, profiles } from './wire/profiles.ts'

/** A profile by its name, or as it is given; what is left out is as in `plain`. @throws FMW_SIMULATOR_OPTION */
export function readProfile(given: ProfileName | Profile): Profile {
  if (typeof given === 'object' && given !== null) return checked({ ...profiles.plain, ...given })
  checkWord('profile', given, profileNames, wrong)
  return profiles[given]
}

function checked(profile: Profile): Profile {
  checkNames(profile, Object.keys(profiles.plain), inProfile)
  const { casing, order, probe, forms, retries, parallel, skew, keepAlive, extraFields } = profile
  checkWord('casing', casing, ['pascal', 'camel', 'mixed'], inProfile)
  checkWord('order', order, ['kept', 'any'], inProfile)
  if (probe !== null) checkWord('probe', probe, ['GET', 'HEAD'], inProfile)
  if (!isObject(forms)) throw inProfile('forms', 'must be an object')
  checkNames(forms, kinds, (kind, problem) => inProfile(`forms.${kind}`, problem))
  for (const [kind, form] of Object.entries(forms))
    checkWord(`forms.${kind}`, form, ['json', 'form', 'query', 'query-get'], inProfile)
  if (!(Array.isArray(retries) && retries.every((ms) => Number.isFinite(ms) && ms >= 0)))
    throw inProfile('retries', 'must be a list of ms, 0 or more each')
  if (!(Number.isInteger(parallel) && parallel >= 1)) throw inProfile('parallel', 'must be a whole number from 1')
  if (!Number.isFinite(skew)) throw inProfile('skew', 'must be a number of ms')
  if (typeof keepAlive !== 'boolean') throw inProfile('keepAlive', 'must be true or false')
  if (!isObject(extraFields)) throw inProfile('extraFields', 'must be an object')
  return profile
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function wrong(name: string, problem: string): Error {
  return new FMW_SIMULATOR_OPTION(name, problem)
}

function inProfile(name: string, problem: string): Error {
  return new FMW_SIMULATOR_OPTION(`profile.${name}`, problem)
}
