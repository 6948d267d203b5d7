import { Argument, type Command, Option } from "commander";
import type { Client, PageRequest } from "../client/index.ts";
import { openContext, type World } from "./context.ts";

interface WithId {
  readonly id: string;
}

/** Lists of records whose ids complete an argument, by the argument's name. */
const SOURCES: Readonly<Record<string, (client: Client) => PageRequest<WithId>>> = {
  flow: (client) => client.flows.list(),
  run: (client) => client.runs.list(),
  webhook: (client) => client.webhooks.list(),
  destination: (client) => client.destinations.list(),
  alert: (client) => client.alerts.list(),
  "key-id": (client) => client.keys.list(),
};

interface Place {
  /** The words of the command so far. */
  readonly words: string;
  /** Words and options that can follow. */
  readonly next: readonly string[];
  /** Kind of record whose ids can follow. */
  readonly idsOf: string | undefined;
}

const placesOf = (command: Command, words: readonly string[]): Place[] => [
  {
    words: words.join(" "),
    next: [
      ...command.commands.map((child) => child.name()).filter((name) => name !== "completion"),
      ...command.options.flatMap(({ long }) => (long ? [long] : [])),
    ],
    idsOf: command.registeredArguments.map((argument) => argument.name()).find((name) => name in SOURCES),
  },
  ...command.commands.flatMap((child) => placesOf(child, [...words, child.name()])),
];

/** Runs during completion. If the service cannot be reached, there are no ids. */
const idsCommand = (kind: string): string => `gleaner completion --ids ${kind} 2>/dev/null`;

const bash = (places: readonly Place[]): string => {
  const cases = places.map(({ words, next, idsOf }) => {
    const ids = idsOf === undefined ? "" : ` $(${idsCommand(idsOf)})`;
    return `    "${words}") COMPREPLY=($(compgen -W "${next.join(" ")}${ids}" -- "$cur")) ;;`;
  });
  // zsh reads bash completions through bashcompinit.
  return `[ -n "$ZSH_VERSION" ] && autoload -U +X bashcompinit && bashcompinit
_gleaner() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) words="\${words:+$words }$word" ;; esac
  done
  case "$words" in
${cases.join("\n")}
  esac
}
complete -F _gleaner gleaner
`;
};

const fish = (places: readonly Place[]): string => {
  const rows = places.map(({ words, next, idsOf }) => {
    const ids = idsOf === undefined ? "" : ` (${idsCommand(idsOf)})`;
    return `complete -c gleaner -n 'test "$(__gleaner_words)" = "${words}"' -a '${next.join(" ")}${ids}'`;
  });
  return `function __gleaner_words
  string match -v -- '-*' (commandline -opc)[2..] | string join ' '
end
complete -c gleaner -f
${rows.join("\n")}
`;
};

/** More would be too many to look through. */
const MAX_IDS = 50;

interface CompletionOptions {
  readonly ids?: string;
}

export const addCompletion = (program: Command, world: World): void => {
  program
    .command("completion")
    .addArgument(new Argument("[shell]").choices(["bash", "zsh", "fish"]).default("bash"))
    .addOption(new Option("--ids <kind>").choices(Object.keys(SOURCES)).hideHelp())
    .description(
      'print a completion script: eval "$(gleaner completion)", or gleaner completion fish | source',
    )
    .action(async (shell: string, { ids }: CompletionOptions, command: Command) => {
      if (ids === undefined) {
        const places = placesOf(program, []);
        return void world.stdout.write(shell === "fish" ? fish(places) : bash(places));
      }
      const { client } = await openContext(world, command);
      const { data } = await (SOURCES[ids]?.(client) ?? { data: [] });
      const lines = data.slice(0, MAX_IDS).map(({ id }) => `${id}\n`);
      world.stdout.write(lines.join(""));
    });
};
