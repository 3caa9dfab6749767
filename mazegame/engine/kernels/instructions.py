"""Operations that kernels use, each as plain Python and as the code that numba compiles it to."""

from __future__ import annotations

import operator
from typing import Any, Final, Protocol, overload

MASK64: Final = 0xFFFF_FFFF_FFFF_FFFF
"""Mask of 64 bits: limits plain Python integers to 64 bits; compiled code needs no such step."""


class Buffer(Protocol):
    """An array as kernels see it: a flat sequence of integers."""

    def __getitem__(self, index: int, /) -> int:
        """Read one element."""

    def __setitem__(self, index: int, value: int, /) -> None:
        """Write one element."""

    def __len__(self) -> int:
        """Count the elements."""


class Span(Buffer, Protocol):
    """A buffer that can be sliced: ``span[i:j]`` is a span of the same elements."""

    @overload
    def __getitem__(self, index: int, /) -> int: ...
    @overload
    def __getitem__(self, index: slice, /) -> Span: ...


u64 = operator.index
"""Return an integer, compiled as unsigned 64-bit. Plain kernels call it often, and a function in C
takes half of the time of one in Python. In a process with this engine numba compiles
``operator.index`` so everywhere."""


def trailing_zeros(word: int) -> int:
    """Return the index of the lowest set bit; the word must not be 0."""
    return (word & -word).bit_length() - 1


def count_ones(word: int) -> int:
    """Return the number of set bits."""
    return word.bit_count()


def store_sums(target: Buffer, at: int, number: int, buffer: Buffer, first: int) -> None:
    """Store the sums of a number and four elements of a buffer in another buffer.

    ``target[at + i] = number + buffer[first + i]`` for i in 0..3; both are uint64. Numba, unlike C
    compilers, does not make one vector instruction of such a loop.
    """
    for i in range(4):
        target[at + i] = number + buffer[first + i]


def prefetch(buffer: Buffer, index: int) -> None:
    """Load an element of a buffer into the cache ahead of its use; does nothing in plain Python."""


def register_intrinsics() -> None:
    """Register the casts and single machine instructions with numba."""
    from llvmlite import ir  # type: ignore[import-untyped]
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic
    from numba.extending import overload as overloads

    @intrinsic
    def count(context, word):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, ARG001
        never_zero = ir.Constant(ir.IntType(1), 1)
        return types.uint64(types.uint64), lambda _, builder, __, a: builder.cttz(a[0], never_zero)

    @intrinsic
    def ones(context, word):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, ARG001
        return types.uint64(types.uint64), lambda _, builder, __, a: builder.ctpop(a[0])

    @intrinsic
    def add(context, target, at, number, buffer, first):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, ARG001
        def emit(context, builder, signature, values):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
            four = ir.VectorType(ir.IntType(64), 4)
            places = []
            for array_at, index_at in ((0, 1), (3, 4)):
                array = context.make_array(signature.args[array_at])(
                    context, builder, values[array_at]
                )
                place = builder.gep(array.data, [values[index_at]])
                places.append(builder.bitcast(place, four.as_pointer()))
            numbers = ir.Constant(four, ir.Undefined)
            for lane in range(4):
                numbers = builder.insert_element(numbers, values[2], ir.IntType(32)(lane))
            terms = builder.load(places[1], align=8)
            builder.store(builder.add(numbers, terms), places[0], align=8)
            return context.get_dummy_value()

        return types.void(target, at, number, buffer, first), emit

    @intrinsic
    def fetch(context, buffer, index):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, ARG001
        def emit(context, builder, signature, values):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
            array = context.make_array(signature.args[0])(context, builder, values[0])
            address = builder.gep(array.data, [values[1]])
            pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            function = cgutils.get_or_insert_function(  # type: ignore[no-untyped-call]
                builder.module,
                ir.FunctionType(ir.VoidType(), [pointer, number, number, number]),
                "llvm.prefetch.p0",
            )
            # For reading, to be kept in every level of the cache, as data.
            hints = [number(0), number(3), number(1)]
            builder.call(function, [builder.bitcast(address, pointer), *hints])
            return context.get_dummy_value()

        return types.void(buffer, index), emit

    def compile_as(machine: Any) -> Any:
        # The outer function is given the types, and numba compiles the inner one.
        return lambda *args: lambda *args: machine(*args)  # noqa: ARG005, PLW0108

    overloads(u64)(compile_as(types.uint64))
    overloads(trailing_zeros)(compile_as(count))
    overloads(count_ones)(compile_as(ones))
    overloads(store_sums)(compile_as(add))
    overloads(prefetch)(compile_as(fetch))
