# shellcheck shell=sh
# Installs and packages the program; ./dev reads this file for its commands install, uninstall and
# package. $root is the checkout.

: "${root:?}"

# What makes packages, pinned: Debian packages, and the icon in a program for Windows.
nfpm=github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.0
winres=github.com/tc-hib/go-winres@v0.3.3

# release_version prints the version of the checkout as package managers sort it: of the tag, with
# what came after it, or else of the day after the newest version in the changelog.
release_version() {
	if tag=$(git -C "$root" describe --tags --match 'v[0-9]*' 2>/dev/null); then
		echo "$tag" | sed 's/^v//; s/-\([0-9]*\)-g/+\1.g/; s/-/~/g'
	else
		released=$(sed -n 's/^## \([0-9.]*\) (.*/\1/p' "$root/CHANGELOG.md" | head -n 1)
		echo "$released+$(git -C "$root" log -1 --format=%cd.%h --date=format:%Y%m%d 2>/dev/null || echo source)"
	fi
}

# compile OUT builds the program as it is handed out, without symbols for debuggers.
compile() {
	go build -C "$root" -buildvcs="$(is_checkout)" -buildmode=pie -ldflags="-s -w $(of_sources)" -o "$1" .
}

# packed FILE writes standard input into a file, packed the same way at each time.
packed() { gzip -9n >"$1"; }

# stage PROGRAM FOLDER COMPLETIONS puts the program with all that a desktop, a shell and man look for below a
# folder as it is below /usr; COMPLETIONS is where zsh has its own below share/zsh.
stage() (
	umask 022
	share=$2/share pages=$(mktemp -d)
	trap 'rm -rf "$pages"' EXIT
	mkdir -p "$2/bin" "$share/applications" "$share/metainfo" "$share/mime/packages" "$share/man/man1" \
		"$share/bash-completion/completions" "$share/zsh/$3" "$share/fish/vendor_completions.d" "$share/doc/tumble"
	cp "$1" "$2/bin/tumble"
	chmod 755 "$2/bin/tumble"
	cp "$root/assets/package/tumble.desktop" "$share/applications"
	cp "$root/assets/package/org.example.tumble.metainfo.xml" "$share/metainfo"
	cp "$root/assets/package/tumble.mime.xml" "$share/mime/packages/tumble.xml"
	(cd "$root" && go run ./assets/appicon/write "$share/icons/hicolor")
	"$1" man "$pages"
	for page in "$pages"/*; do packed "$share/man/man1/${page##*/}.gz" <"$page"; done
	"$1" completion bash >"$share/bash-completion/completions/tumble"
	"$1" completion zsh >"$share/zsh/$3/_tumble"
	"$1" completion fish >"$share/fish/vendor_completions.d/tumble.fish"
	packed "$share/doc/tumble/changelog.gz" <"$root/CHANGELOG.md"
	cp "$root/assets/package/copyright" "$share/doc/tumble"
	mkdir -p "$share/tumble"
	engine_for_pages "$share/tumble"
	"$1" licences | packed "$share/doc/tumble/built-with.gz"
)

# refresh PREFIX tells the desktop what there is now, where it has the tools.
refresh() {
	for kind in desktop:applications mime:mime; do
		! command -v "update-${kind%:*}-database" >/dev/null 2>&1 ||
			"update-${kind%:*}-database" "$1/share/${kind#*:}" 2>/dev/null || :
	done
	! command -v gtk-update-icon-cache >/dev/null 2>&1 ||
		gtk-update-icon-cache -q -t -f "$1/share/icons/hicolor" 2>/dev/null || :
}

# installed PREFIX is the list of what was put below it.
installed() { echo "$1/share/tumble/installed"; }

do_install() {
	prefix=${1:-$HOME/.local}
	mkdir -p "$prefix" && prefix=$(cd "$prefix" && pwd)
	install_missing || exit 1
	need_go
	exact_flags
	staged=$(mktemp -d)
	trap 'rm -rf "$staged"' EXIT
	say 'compiling; the first time takes a minute or two'
	compile "$staged/tumble"
	stage "$staged/tumble" "$staged/tree" site-functions
	[ ! -f "$(installed "$prefix")" ] || remove_installed "$prefix"
	mkdir -p "$prefix/share/tumble"
	(cd "$staged/tree" && find . -type f | sort) >"$(installed "$prefix")"
	cp -R "$staged/tree/." "$prefix"
	refresh "$prefix"
	say "installed below $prefix ($(wc -l <"$(installed "$prefix")") files); ./dev uninstall removes them"
	case :$PATH: in
	*":$prefix/bin:"*) ;;
	*) say "$prefix/bin is not in PATH; the program is $prefix/bin/tumble" ;;
	esac
}

# remove_installed removes the files of the list, and folders that this leaves empty.
remove_installed() {
	list=$(installed "$1")
	while IFS= read -r file; do
		rm -f "$1/$file"
		rmdir -p --ignore-fail-on-non-empty "$1/${file%/*}" 2>/dev/null || :
	done <"$list"
	rm -f "$list"
	rmdir "$1/share/tumble" 2>/dev/null || :
}

# remove_caches PREFIX removes what refresh wrote, where nobody else has put anything that it is about.
remove_caches() {
	for cache in applications/mimeinfo.cache icons/hicolor/icon-theme.cache; do
		folder=$1/share/${cache%/*}
		[ ! -d "$folder" ] || [ -n "$(find "$folder" -type f ! -name "${cache##*/}" | head -n 1)" ] ||
			rm -f "$1/share/$cache"
		rmdir -p --ignore-fail-on-non-empty "$folder" 2>/dev/null || :
	done
	[ -n "$(find "$1/share/mime/packages" -type f 2>/dev/null | head -n 1)" ] || rm -rf "$1/share/mime"
	rmdir "$1/share" 2>/dev/null || :
}

do_uninstall() {
	prefix=${1:-$HOME/.local}
	[ -f "$(installed "$prefix")" ] ||
		fail "nothing is installed below $prefix: there is no $(installed "$prefix")"
	remove_installed "$prefix"
	refresh "$prefix"
	remove_caches "$prefix"
	say "removed what was installed below $prefix"
}

# do_package makes all packages that this machine can, in build/packages.
do_package() {
	install_missing || exit 1
	need_go
	exact_flags
	out=$root/build/packages version=$(release_version) arch=$(go env GOARCH)
	rm -rf "$out"
	mkdir -p "$out"
	staged=$(mktemp -d)
	trap 'rm -rf "$staged"' EXIT

	say "version $version: compiling"
	compile "$staged/tumble"
	stage "$staged/tumble" "$staged/tree" vendor-completions
	tar -C "$staged" --transform "s|^tree|tumble-$version|" --owner=0 --group=0 --numeric-owner --sort=name \
		-czf "$out/tumble-$version-linux-$arch.tar.gz" tree
	debian_package
	python_wheel
	windows_program
	ls -l "$out" >&2
}

debian_package() {
	printf 'tumble (%s-1) stable; urgency=medium\n\n  * See changelog.gz.\n\n -- %s  %s\n' "$version" \
		'The Tumble authors <tumble@example.org>' \
		"$(LC_ALL=C date -R -d "@$(git -C "$root" log -1 --format=%ct 2>/dev/null || date +%s)")" |
		packed "$staged/tree/share/doc/tumble/changelog.Debian.gz"
	mkdir -p "$staged/tree/share/lintian/overrides"
	cp "$root/assets/package/lintian-overrides" "$staged/tree/share/lintian/overrides/tumble"
	(cd "$staged" && VERSION=$version ARCH=$arch TREE=$staged/tree \
		go run "$nfpm" package --config "$root/assets/package/nfpm.yaml" --packager deb --target "$out")
}

# python_wheel makes the Python package with the program inside, where there is a Python.
python_wheel() {
	if ! command -v python3 >/dev/null 2>&1; then
		say 'no wheel: python3 is missing (Debian: apt install python3)'
		return
	fi
	python3 "$root/ui/python/wheel_backend.py" "$out" "$(echo "$version" | tr '~' .)" "$staged/tumble" >/dev/null
}

# windows_program makes a program for Windows, which needs no other file, where there is a compiler for it.
windows_program() (
	if ! command -v x86_64-w64-mingw32-g++ >/dev/null 2>&1; then
		say 'no program for Windows: the compiler is missing (Debian: apt install g++-mingw-w64-x86-64)'
		return
	fi
	say 'compiling for Windows'
	cd "$root" || exit
	trap 'rm -f rsrc_windows_amd64.syso' EXIT
	go run "$winres" simply --arch amd64 --out rsrc --manifest cli --product-name Tumble \
		--file-description 'Tumble: granular matter' --original-filename tumble.exe \
		--icon "$staged/tree/share/icons/hicolor/256x256/apps/tumble.png"
	export GOOS=windows GOARCH=amd64 CGO_ENABLED=1 CC=x86_64-w64-mingw32-gcc CXX=x86_64-w64-mingw32-g++
	export CGO_CFLAGS="-O2 -w"
	go build -buildvcs="$(is_checkout)" -ldflags="-s -w -extldflags=-static $(of_sources)" -o "$out/tumble-$version.exe" .
)
