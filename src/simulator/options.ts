import { type Clock, problemOfClock, systemClock } from '../clock.ts'
import { ownOptions } from '../own-options.ts'
import { kinds } from '../pushes/kinds.ts'
import {
  aBoolean,
  aListOf,
  aNumberFrom,
  anObject,
  anObjectOf,
  anything,
  aWholeNumber,
  aWordOf,
  type Checks,
  checkFields,
  checkValue,
  must,
  readRules,
  someText,
  withValues,
} from './check-arguments.ts'
import { type MoneyOptions, type MoneyRules, readMoneyRules } from './checkout/rules.ts'
import { wrongOption } from './errors.ts'
import { type RichRules, readRichRules, readUssdRules, type UssdRules } from './gateway/rules.ts'
import type { LogLimits } from './log/log.ts'
import { type MessageRules, type MessageSettings, readMessageRules } from './messages/rules.ts'
import { readPaths, type ServicePaths } from './paths.ts'
import { Project, type ProjectOptions } from './project/project.ts'
import { type Profile, type ProfileName, profileNames, profiles } from './wire/profiles.ts'

/**
 * Options of `createSimulator`: each has a default that works.
 *
 * @example
 * const options: SimulatorOptions = { clock: manualClock(), seed: 7, profile: 'retryOnce' }
 */
export interface SimulatorOptions {
  /** The user name that calls must have (reference 5.1). Default `sim-id`. */
  readonly apiId?: string | undefined
  /** Its password. Default `sim-key`. */
  readonly apiKey?: string | undefined
  /** The user name of quick send (reference 5.2). Default `sim-client`. */
  readonly clientId?: string | undefined
  /** Its password. Default `sim-secret`. */
  readonly clientSecret?: string | undefined
  /** The account that is paid; another gets code 4105 (reference 5.3). Default `10000`. */
  readonly merchantAccountNumber?: string | undefined
  /** Where the service's own API listens. Default `127.0.0.1`. */
  readonly host?: string | undefined
  /** Default 0: a free port. */
  readonly port?: number | undefined
  /** Time. Default: the machine's. */
  readonly clock?: Clock | undefined
  /** The seed of everything that is random. Default 1. */
  readonly seed?: number | undefined
  /** Where the service answers, if not at the usual paths. */
  readonly paths?: Partial<ServicePaths> | undefined
  /** What the paths of messages begin with (reference 9). Default `/v1`. */
  readonly version?: string | undefined
  /** How USSD behaves where the reference shows nothing. */
  readonly ussd?: Partial<UssdRules> | undefined
  /** How web store, till and app behave where versions of the service differ. */
  readonly rich?: Partial<RichRules> | undefined
  /** How messages behave where the reference shows nothing. */
  readonly messages?: MessageRules | undefined
  /** How the sender behaves: the name of a profile, or a profile. Default `plain`. */
  readonly profile?: ProfileName | Profile | undefined
  /** A file that keeps the state between runs. Default: memory alone. */
  readonly file?: string | undefined
  /** Hosts other than this machine to which callbacks may go. Default: none. */
  readonly allowHosts?: readonly string[] | undefined
  /** How much the log keeps. Default 10,000 rows, 64 MB. */
  readonly log?: Partial<LogLimits> | undefined
  /** The folder of a project, in which recordings of the page are saved and run. Default: none. */
  readonly project?: ProjectOptions | undefined
  /** The most calls in a minute; further ones get 429 with Retry-After (reference 8: not shown). Default: no limit. */
  readonly callsPerMinute?: number | undefined
  /** How its money behaves where the reference shows nothing. */
  readonly money?: MoneyOptions | undefined
}

/** The options, checked, with their defaults. */
export interface SimulatorSettings extends Plain {
  readonly paths: ServicePaths
  readonly ussd: UssdRules
  readonly rich: RichRules
  readonly messages: MessageSettings
  readonly profile: Profile
  readonly file: string | undefined
  readonly log: LogLimits
  readonly money: MoneyRules
  readonly project: Project | undefined
}

/** Those that are taken as they are given. */
type Plain = { readonly [Name in keyof typeof usual]: Exclude<SimulatorOptions[Name], undefined> }

const usual = {
  apiId: 'sim-id',
  apiKey: 'sim-key',
  clientId: 'sim-client',
  clientSecret: 'sim-secret',
  merchantAccountNumber: '10000',
  host: '127.0.0.1',
  port: 0,
  clock: systemClock,
  seed: 1,
  allowHosts: [],
  callsPerMinute: Number.POSITIVE_INFINITY,
} satisfies SimulatorOptions

/** @throws FMW_SIMULATOR_OPTION */
export function readSimulatorOptions(given: SimulatorOptions): SimulatorSettings {
  checkFields(given, optionChecks, wrongOption)
  const {
    version,
    paths,
    ussd,
    rich,
    messages,
    profile = 'plain',
    file,
    log = {},
    money,
    project,
    ...plain
  } = ownOptions(given)
  return {
    ...usual,
    ...withValues(plain),
    paths: readPaths(paths, version),
    ussd: readUssdRules(ussd),
    rich: readRichRules(rich),
    messages: readMessageRules(messages),
    profile: readProfile(profile),
    file,
    log: readRules('log', log, { rows: 10_000, bytes: 64_000_000 }, { rows: aNumberFrom(1), bytes: aNumberFrom(0) }),
    money: readMoneyRules(money),
    project: project === undefined ? undefined : new Project(project),
  }
}

const optionChecks: Checks<SimulatorOptions> = {
  apiId: someText,
  apiKey: someText,
  clientId: someText,
  clientSecret: someText,
  merchantAccountNumber: someText,
  host: someText,
  port: aWholeNumber(0, 65_535),
  clock: (clock) => problemOfClock(Object(clock)),
  seed: must('a whole number', Number.isInteger),
  paths: anything,
  version: anything,
  ussd: anything,
  rich: anything,
  messages: anything,
  profile: anything,
  file: someText,
  allowHosts: aListOf(someText),
  log: anything,
  money: anything,
  callsPerMinute: aNumberFrom(1),
  project: anything,
}

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
