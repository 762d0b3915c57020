import { kinds } from '../pushes/kinds.ts'
import {
  aBoolean,
  aListOf,
  aNumberFrom,
  anObject,
  anObjectOf,
  aWholeNumber,
  aWordOf,
  type Checks,
  checkValue,
  must,
  readRules,
} from './check-arguments.ts'
import { wrongOption } from './errors.ts'
import { type Profile, type ProfileName, profileNames, profiles } from './wire/profiles.ts'

/** A profile by its name, or as it is given; what is left out is as in `plain`. @throws FMW_SIMULATOR_OPTION */
export function readProfile(given: ProfileName | Profile): Profile {
  if (typeof given === 'object' && given !== null) return readRules('profile', given, profiles.plain, profileChecks)
  checkValue('profile', given, aWordOf(profileNames), wrongOption)
  return profiles[given]
}

const profileChecks: Checks<Profile> = {
  casing: aWordOf(['pascal', 'camel', 'mixed']),
  order: aWordOf(['kept', 'any']),
  probe: (given) => (given === null ? undefined : aWordOf(['GET', 'HEAD'])(given)),
  forms: anObjectOf(aWordOf(['json', 'form', 'query', 'query-get']), kinds),
  retries: aListOf(aNumberFrom(0)),
  parallel: aWholeNumber(1),
  skew: must('a number of ms', Number.isFinite),
  keepAlive: aBoolean,
  extraFields: anObject,
}
