import type { Command } from "commander";
import type { World } from "./context.ts";

/** Every command as its words, with the words and options that may follow. */
const followers = (command: Command, words: readonly string[]): [string, string[]][] => [
  [
    words.join(" "),
    [
      ...command.commands.map((child) => child.name()).filter((name) => name !== "completion"),
      ...command.options.flatMap(({ long }) => (long ? [long] : [])),
    ],
  ],
  ...command.commands.flatMap((child) => followers(child, [...words, child.name()])),
];

const bash = (program: Command): string => {
  const cases = followers(program, [])
    .map(([words, next]) => `    "${words}") COMPREPLY=($(compgen -W "${next.join(" ")}" -- "$cur")) ;;`)
    .join("\n");
  return `_gleaner() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) words="\${words:+$words }$word" ;; esac
  done
  case "$words" in
${cases}
  esac
}
complete -F _gleaner gleaner
`;
};

export const addCompletion = (program: Command, world: World): void => {
  program
    .command("completion")
    .description('a completion script for bash and zsh: eval "$(gleaner completion)"')
    .action(() => {
      // zsh reads bash's completions through its own bashcompinit.
      world.stdout.write(
        `[ -n "$ZSH_VERSION" ] && autoload -U +X bashcompinit && bashcompinit\n${bash(program)}`,
      );
    });
};
