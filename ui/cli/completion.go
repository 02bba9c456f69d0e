package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"example.org/tumble/assets/manual"
	"example.org/tumble/sim/scene"
)

// shells are the shells that can complete command lines of the program.
var shells = []struct {
	name   string
	script func(*call) error
}{
	{"bash", func(c *call) error { return c.root.GenBashCompletionV2(c.env.Stdout, true) }},
	{"zsh", func(c *call) error { return c.root.GenZshCompletion(c.env.Stdout) }},
	{"fish", func(c *call) error { return c.root.GenFishCompletion(c.env.Stdout, true) }},
	{"powershell", func(c *call) error { return c.root.GenPowerShellCompletionWithDesc(c.env.Stdout) }},
}

var completionCommand = command{
	name: "completion", args: "bash|zsh|fish|powershell",
	does: "prints a script for a shell that completes commands, flags, their values and built-in scenes",
	example: "tumble completion bash >~/.local/share/bash-completion/completions/tumble\n" +
		"tumble completion zsh >~/.zfunc/_tumble\n" +
		"tumble completion fish >~/.config/fish/completions/tumble.fish",
	prepare: func(*flags) action {
		return func(c *call) error {
			asked, err := c.one("completion", "shell")
			if err != nil {
				return err
			}
			var known []string
			for _, s := range shells {
				known = append(known, s.name)
			}
			i, err := oneOf(asked, known)
			if err != nil {
				return &usageError{"completion", fmt.Sprintf("completion: %v", err)}
			}
			return shells[i].script(c)
		}
	},
}

// complete returns the possible arguments of the command to a shell. The name of the argument in the usage decides
// which they are.
func (c *command) complete(cmd *cobra.Command, args []string, _ string) (found []cobra.Completion,
	how cobra.ShellCompDirective) {
	if len(args) > 0 || c.args == "" {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	switch what := strings.Trim(c.args, "[]"); what {
	case "SCENE", "FILE": // files come after the built-in scenes
		scenes, err := scene.List()
		if err != nil {
			return nil, cobra.ShellCompDirectiveDefault
		}
		for _, s := range scenes {
			found = append(found, cobra.CompletionWithDesc(s.Name, s.About))
		}
		return found, cobra.ShellCompDirectiveDefault
	case "DIR":
		return nil, cobra.ShellCompDirectiveFilterDirs
	case "TOPIC":
		for _, other := range cmd.Root().Commands() {
			found = append(found, cobra.CompletionWithDesc(other.Name(), other.Short))
		}
		for _, topic := range manual.Topics() {
			found = append(found, cobra.CompletionWithDesc(topic.Name, topic.About))
		}
		return found, cobra.ShellCompDirectiveNoFileComp
	default:
		return strings.Split(what, "|"), cobra.ShellCompDirectiveNoFileComp
	}
}
