#!/usr/bin/env bash
# The tour of the window, as a person would take it: each script beside this one is a step.
#
#   DRIVE=drive.sh tour.sh PROGRAM OUT [SIZE [SCALE [THEME [STEP...]]]]
#
# DRIVE carries out acts on a virtual display and takes its pictures. SIZE is that of the window in units, 1280x720 if
# none is given; SCALE is 1 or 2 pixels per unit; THEME is dark or light; a STEP is the name of a script, all if there
# is none. Pictures and what was written go to a folder of OUT for each step. The last line counts what passed.
#
# A script begins with "# with: ARGUMENTS", which the program is started with, in a folder of its own and with no
# memory; "# after: STEP" goes on in the folder of another step. Places are in units of the window, so that a script
# does for all sizes: a number counts from the left or the top, a negative one from the right or the bottom, and v,
# v+10, v-10 from the middle of the view beside the dock. With charts open, c+10 counts down from their upper edge, and
# f, f+.1, f-.1 from the middle of the room that they leave to the scene, in heights of this room.
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 2 ] && [ -n "${DRIVE:-}" ] || { sed -n '2,/^set -u/p' "$0" | sed -n 's/^# \{0,1\}//p' >&2; exit 2; }
program=$1 out=$2 size=${3:-1280x720} scale=${4:-1} theme=${5:-dark}
shift $(($# < 5 ? $# : 5))
[ $# -gt 0 ] || set -- $(cd "$here" && ls ./*.txt | sed 's/^..//; s/\.txt$//')
width=${size%x*} height=${size#*x}
mkdir -p "$out" && out=$(cd "$out" && pwd) || exit 1

# acts writes the acts of a script with the places of this window.
acts() {
  local charts=$(((height - 80) / 3))
  charts=$((height - 44 - (charts < 230 ? charts : 230)))
  awk -v w="$width" -v h="$height" -v s="$scale" -v charts="$charts" -v top=80 -v bottom=$((charts - 58)) '
    function place(x, whole, middle) {
      if (x ~ /^v/) return int((middle + substr(x, 2)) * s)
      if (x ~ /^c/) return int((charts + substr(x, 2)) * s)
      if (x ~ /^f/) return int(((whole == w ? middle : (top + bottom) / 2) + substr(x, 2) * (bottom - top)) * s)
      return int((x < 0 ? whole + x : x + 0) * s)
    }
    function across(i) { $i = place($i, w, (344 + w) / 2) }
    function down(i) { $i = place($i, h, (36 + h - 44) / 2) }
    $1 ~ /^(move|click|fastclick|dblclick)$/ { across(2); down(3) }
    $1 == "drag" { across(2); down(3); across(4); down(5) }
    $1 == "scroll" && NF == 4 { across(3); down(4) }
    { print }' "$1"
}

passed=0 failed=
for step; do
  script=$here/$step.txt
  after=$(sed -n 's/^# after: //p' "$script")
  folder=$out/${after:-$step}
  [ -n "$after" ] || { rm -rf "$folder"; mkdir -p "$folder/work" "$folder/state"; }
  acts "$script" >"$folder/$step.acts"
  dpi=(); [ "$scale" = 1 ] || dpi=(-D $((96 * scale)))
  with=$(sed -n 's/^# with: *//p' "$script")
  # words of the arguments are parted as they stand
  if (cd "$folder/work" && XDG_STATE_HOME=$folder/state TUMBLE=$program TOUR=$here \
    bash "$DRIVE" -a "$folder/$step.acts" -o "$folder" -s $((width * scale))x$((height * scale)) \
    ${dpi[@]+"${dpi[@]}"} -- "$program" $with --size "$size" --theme "$theme") >"$folder/$step.log" 2>&1; then
    passed=$((passed + 1))
  else
    failed="$failed $step"
  fi
done
echo "$passed of $# passed${failed:+; failed:$failed}"
[ -z "$failed" ]
