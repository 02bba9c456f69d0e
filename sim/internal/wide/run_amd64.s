#include "textflag.h"

// A jump, so that a kernel costs one call however it is run.

// func run(kernel uintptr, arguments unsafe.Pointer)
TEXT ·run(SB), NOSPLIT, $0-16
	MOVBLZX ·inUse(SB), DX
	LEAQ    ·runners<>(SB), CX
	MOVQ    (CX)(DX*8), DX
	JMP     DX

// By Width.
DATA ·runners<>+0(SB)/8, $·evaluated(SB)
DATA ·runners<>+8(SB)/8, $·runAVX2(SB)
DATA ·runners<>+16(SB)/8, $·runAVX512(SB)
DATA ·runners<>+24(SB)/8, $·evaluated(SB)
DATA ·runners<>+32(SB)/8, $·evaluated(SB)
GLOBL ·runners<>(SB), RODATA, $40
